import { ensureInstalled } from './install.mjs'
import { endOnSignal, runPackage } from './process.mjs'

/**
 * `npm run dev`
 * @param {string[]} args For Vite.
 */
export default async function dev(args) {
  endOnSignal()
  await ensureInstalled()
  const { code } = await runPackage('vite', args, { show: true })
  return code
}
