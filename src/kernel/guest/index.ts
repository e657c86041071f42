import bridge from './bridge.js?raw'
import cells from './cells.js?raw'
import clock from './clock.js?raw'
import consoleSource from './console.js?raw'
import crossing from './crossing.js?raw'
import guard from './guard.js?raw'
import abort from './library/abort.js?raw'
import clone from './library/clone.js?raw'
import encoding from './library/encoding.js?raw'
import intl from './library/intl.js?raw'
import url from './library/url.js?raw'
import utf8 from './library/utf8.js?raw'
import library from './library.js?raw'
import main from './main.js?raw'
import portable from './portable.js?raw'
import preview from './preview.js?raw'
import primordials from './primordials.js?raw'
import revive from './revive.js?raw'
import shapes from './shapes.js?raw'
import tools from './tools.js?raw'

/**
 * The code that lives inside the interpreter: one expression for a function `(host) => entryPoints`. The parts share
 * its scope, in this order; none of their names is visible to cells. The global object is theirs by parameter, since
 * a cell may assign to `globalThis`.
 */
export const GUEST_SOURCE = `((globalThis) => function backstep(host) {'use strict'
${[primordials, guard, preview, bridge, crossing, tools, cells, consoleSource, clock, library, portable, shapes, revive, main].join('\n')}
})(globalThis)`

/** An expression for a function that makes what a part offers, under these names. */
const part = (text: string, names: string): string =>
  `(function (kit, DOMException) {'use strict'\n${text}\nreturn { ${names} }\n})`

/** Parts of the built-in library; read in when a cell first uses one. */
export const LIBRARY: Readonly<Record<string, string>> = {
  abort: part(abort, 'AbortController, AbortSignal, Event, CustomEvent, EventTarget'),
  clone: part(clone, 'structuredClone'),
  encoding: part(`${utf8}\n${encoding}`, 'TextEncoder, TextDecoder, atob, btoa'),
  intl: part(intl, 'Intl, numberText, dateText, orderText'),
  url: part(`${utf8}\n${url}`, 'URL, URLSearchParams'),
}

/** Host functions that the guest holds, by name; made in this order at boot. */
export const HOST_FUNCTIONS = [
  'call',
  'log',
  'done',
  'now',
  'relax',
  'promiseState',
  'promiseResult',
  'bytes',
  'buffer',
  'library',
] as const
export type HostFunction = (typeof HOST_FUNCTIONS)[number]

/** Guest functions that the host holds from boot on. */
export const ENTRY_POINTS = [
  'configure',
  'begin',
  'watch',
  'fail',
  'settle',
  'end',
  'check',
  'variables',
  'inspect',
  'portable',
  'restorePortable',
] as const
export type EntryPoint = (typeof ENTRY_POINTS)[number]
