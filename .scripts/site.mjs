import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { Trouble } from './trouble.mjs'

/** Browsers compile WebAssembly while it streams in only with its own type, and refuse module scripts without theirs. */
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

/** Files whose name holds a hash of what is in them: `assets/index-Dfr9Dipb.js`. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/

/**
 * A server for a folder of built files: GET and HEAD, nothing outside the folder, nothing hidden.
 * The content policy is the one written in the folder's index.html, sent as a header too, because workers take theirs
 * from their own response and `frame-ancestors` counts only there.
 * @param {string} folder
 */
export function createSite(folder) {
  const policy = `${readPolicy(join(folder, 'index.html'))}; frame-ancestors 'none'`

  return createServer((request, response) => {
    response.setHeader('Content-Security-Policy', policy)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Referrer-Policy', 'no-referrer')

    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return refuse(response, 405, 'Only GET and HEAD')
    }
    const path = safePath(request.url ?? '/')
    if (path === null) return refuse(response, 400, 'Bad address')
    const file = join(folder, path)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (!stat?.isFile()) return refuse(response, 404, `Nothing here: ${path}`)

    const tag = `"${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}"`
    response.setHeader('ETag', tag)
    response.setHeader(
      'Cache-Control',
      HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    if (request.headers['if-none-match'] === tag) return response.writeHead(304).end()

    response.writeHead(200, {
      'Content-Type': TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
      'Content-Length': stat.size,
    })
    if (request.method === 'HEAD') return response.end()
    pipeline(createReadStream(file), response, (error) => {
      // A browser that goes away in the middle of a file is ordinary.
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(`${path}: ${error.message}`)
    })
  })
}

/**
 * The path to look up, starting with a slash, or null when it could lead out of the folder or into hidden files.
 * @param {string} url As requested: a path, perhaps with a query.
 */
export function safePath(url) {
  let path
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '')
  } catch {
    return null
  }
  if (!path.startsWith('/') || /[\0\\:]/.test(path)) return null
  if (path.split('/').some((part) => part.startsWith('.'))) return null
  return path.endsWith('/') ? `${path}index.html` : path
}

/** @param {string} file */
function readPolicy(file) {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
    readFileSync(file, 'utf8'),
  )?.[1]
  if (!policy)
    throw new Trouble(`${file} has no content policy, so it is not served: restore the <meta> in index.html.`)
  return policy
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} text
 */
function refuse(response, status, text) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(response.req.method === 'HEAD' ? undefined : `${text}\n`)
}
