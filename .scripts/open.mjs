import { spawn } from 'node:child_process'

/**
 * Why no browser should be opened, or null.
 * @param {{ args: string[], env: NodeJS.ProcessEnv, platform: NodeJS.Platform, terminal: boolean }} where
 */
export function reasonNotToOpen({ args, env, platform, terminal }) {
  if (args.includes('--no-open') || env.BROWSER === 'none') return 'as asked'
  if (env.CI) return 'in CI'
  if (env.SSH_CONNECTION || env.SSH_TTY) return 'over SSH'
  if (!terminal) return 'without a terminal'
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'without a display'
  return null
}

/**
 * Opens the user's browser. Failing to is no failure of the app, so it only says so.
 * @param {string} url
 */
export function openBrowser(url) {
  const [file, args] = opener(process.platform, url)
  const say = (/** @type {string} */ why) =>
    console.log(`No browser could be opened (${why}): open the address yourself.`)
  const child = spawn(file, args, { stdio: 'ignore', detached: true })
  child.on('error', (error) => say(error.message))
  child.on('exit', (code) => {
    if (code) say(`${file} ended with ${code}`)
  })
  child.unref()
}

/**
 * @param {NodeJS.Platform} platform
 * @param {string} url
 * @returns {[string, string[]]}
 */
function opener(platform, url) {
  if (platform === 'darwin') return ['open', [url]]
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]]
  return ['xdg-open', [url]]
}
