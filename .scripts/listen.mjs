import { Trouble } from './trouble.mjs'

const HOST = '127.0.0.1'
const DEFAULT_PORT = 4747
const TRIES = 20

/**
 * Opens a server to this machine alone.
 * A port that was asked for is taken or refused; without one, the first free port from 4747 on is taken.
 * @param {import('node:http').Server} server
 * @param {string | undefined} asked
 * @returns {Promise<{ url: string, note: string | null }>} `note`: one line for the user, when it is not the usual port.
 */
export async function listen(server, asked) {
  if (asked) {
    const port = Number(asked)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new Trouble(
        `PORT is "${asked}", which is no port: set it to a number from 1 to 65535, or leave it out.`,
      )
    }
    if (!(await tryPort(server, port))) {
      throw new Trouble(
        `Port ${port} is in use: end the program that uses it, or set PORT to another number.`,
      )
    }
    return { url: address(server), note: null }
  }
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + TRIES; port++) {
    if (!(await tryPort(server, port))) continue
    const note =
      port === DEFAULT_PORT
        ? null
        : `Port ${DEFAULT_PORT} is in use, so this is port ${port}. Browsers keep notebooks by address: those of ${DEFAULT_PORT} are not seen here.`
    return { url: address(server), note }
  }
  throw new Trouble(
    `The ports ${DEFAULT_PORT} to ${DEFAULT_PORT + TRIES - 1} are all in use: set PORT to a free one.`,
  )
}

/**
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<boolean>} false when the port is taken, or kept back by the system (Windows says EACCES).
 */
function tryPort(server, port) {
  return new Promise((resolve, reject) => {
    const failed = (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    }
    server.once('error', failed)
    server.listen(port, HOST, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

/** @param {import('node:http').Server} server */
function address(server) {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The server is not bound to a port')
  return `http://${HOST}:${bound.port}/`
}
