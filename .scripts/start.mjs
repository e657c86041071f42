import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { listen } from './listen.mjs'
import { openBrowser, reasonNotToOpen } from './open.mjs'
import { askedToEnd, endOnSignal } from './process.mjs'
import { createSite } from './site.mjs'

/**
 * `npm start`: installs, builds, serves, and opens the app.
 * @param {string[]} args `--no-open`
 * @returns {Promise<number>} Exit code, once the server was stopped.
 */
export default async function start(args) {
  const takeBack = endOnSignal()
  await ensureInstalled()
  const server = createSite(await ensureBuilt('app'))
  const { url, note } = await listen(server, process.env.PORT)
  if (note) console.log(note)
  console.log(`Backstep is at ${url} (Ctrl+C stops it)`)

  const { env, platform, stdout } = process
  if (!reasonNotToOpen({ args, env, platform, terminal: Boolean(stdout.isTTY) })) openBrowser(url)

  const asked = askedToEnd()
  takeBack()
  await asked
  server.close()
  server.closeAllConnections()
  return 0
}
