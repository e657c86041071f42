import { ensureBuilt } from './build.mjs'
import { listen } from './listen.mjs'
import { createSite } from './site.mjs'

/**
 * Serves the build for the browser tests on a port, until it is ended. Started by Playwright, which waits for the address.
 * @param {string[]} args The port.
 * @returns {Promise<number>}
 */
export default async function serveTests([port]) {
  await listen(createSite(await ensureBuilt('e2e')), port)
  return 0
}
