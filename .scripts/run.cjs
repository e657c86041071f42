// Entry of every npm script. Written in syntax that Node 6 can read, so that an old Node gets to the line that
// says what is wrong instead of a SyntaxError; everything newer stands in the files that `load.cjs` imports.
'use strict'

const COMMANDS = ['start', 'dev', 'build', 'test', 'check', 'bench', 'replay', 'serve-tests', 'tally']

/**
 * What is wrong with this Node, as one line, or null.
 * The range is Vite's (20.19 and 22.12 are the first with `require` of ES modules).
 * @param {string} version
 * @returns {string | null}
 */
function nodeProblem(version) {
  const parts = version.split('.').map(Number)
  const major = parts[0] || 0
  const minor = parts[1] || 0
  const ok = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (ok) return null
  return `Backstep needs Node 20.19, 22.12 or newer, and this is ${version}. Get it from https://nodejs.org and run the same command again.`
}

/**
 * @param {string} version
 * @param {string[]} args
 */
function main(version, args) {
  const problem = nodeProblem(version)
  if (problem) {
    console.error(problem)
    process.exitCode = 1
    return
  }
  const name = args[0] || ''
  if (COMMANDS.indexOf(name) < 0) {
    console.error(`Unknown command "${name}". There are: ${COMMANDS.join(', ')}.`)
    process.exitCode = 1
    return
  }
  void require('./load.cjs')(name, args.slice(1))
}

module.exports = { main, nodeProblem }

if (require.main === module) main(process.versions.node, process.argv.slice(2))
