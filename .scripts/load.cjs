'use strict'

/**
 * Runs one command. A failure that names its own cure is shown as that one line, anything else with its stack.
 * @param {string} name
 * @param {string[]} args
 */
module.exports = async function load(name, args) {
  try {
    const command = await import(`./${name}.mjs`)
    process.exitCode = await command.default(args)
  } catch (error) {
    process.exitCode = 1
    console.error(error instanceof Error && error.name === 'Trouble' ? error.message : error)
  }
}
