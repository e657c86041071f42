// AbortController and the events that it needs.

class Event {
  #type
  #init
  #prevented = false
  #stopped = false
  #target = null
  constructor(type, init = {}) {
    if (arguments.length === 0) throw new TypeError('Event takes a type')
    this.#type = `${type}`
    this.#init = init ?? {}
  }
  get type() {
    return this.#type
  }
  get target() {
    return this.#target
  }
  get currentTarget() {
    return this.#target
  }
  get bubbles() {
    return !!this.#init.bubbles
  }
  get cancelable() {
    return !!this.#init.cancelable
  }
  get defaultPrevented() {
    return this.#prevented
  }
  preventDefault() {
    if (this.cancelable) this.#prevented = true
  }
  stopPropagation() {}
  stopImmediatePropagation() {
    this.#stopped = true
  }
  static send(event, target, listeners) {
    event.#target = target
    for (const listener of [...listeners]) {
      if (event.#stopped || listener.removed) continue
      if (listener.once) listener.remove()
      try {
        if (typeof listener.callback === 'function') listener.callback.call(target, event)
        else listener.callback.handleEvent(event)
      } catch (error) {
        console.error('Uncaught in a listener:', error)
      }
    }
  }
}
const send = Event.send
delete Event.send

class CustomEvent extends Event {
  #detail
  constructor(type, init = {}) {
    super(type, init)
    this.#detail = init?.detail ?? null
  }
  get detail() {
    return this.#detail
  }
}

class EventTarget {
  #listeners = []
  addEventListener(type, callback, options) {
    if (callback === null || callback === undefined) return
    const { once = false, signal } = typeof options === 'object' && options !== null ? options : {}
    if (signal?.aborted) return
    const known = (entry) => entry.type === `${type}` && entry.callback === callback
    if (this.#listeners.some(known)) return
    const entry = { type: `${type}`, callback, once, removed: false }
    entry.remove = () => {
      entry.removed = true
      this.#listeners = this.#listeners.filter((other) => other !== entry)
    }
    this.#listeners.push(entry)
    signal?.addEventListener('abort', entry.remove, { once: true })
  }
  removeEventListener(type, callback) {
    for (const entry of this.#listeners)
      if (entry.type === `${type}` && entry.callback === callback) entry.remove()
  }
  dispatchEvent(event) {
    send(
      event,
      this,
      this.#listeners.filter(({ type }) => type === event.type),
    )
    return !event.defaultPrevented
  }
}

let making = false
const makeSignal = () => {
  making = true
  try {
    return new AbortSignal()
  } finally {
    making = false
  }
}

class AbortSignal extends EventTarget {
  #aborted = false
  #reason
  onabort = null
  constructor() {
    if (!making) throw new TypeError('Illegal constructor: use new AbortController().signal')
    super()
    hide(this, 'onabort', null)
  }
  get aborted() {
    return this.#aborted
  }
  get reason() {
    return this.#reason
  }
  throwIfAborted() {
    if (this.#aborted) throw this.#reason
  }
  static abort(reason) {
    const signal = makeSignal()
    abort(signal, reason)
    return signal
  }
  static any(signals) {
    const given = [...signals]
    const made = makeSignal()
    for (const signal of given) {
      if (signal.aborted) {
        abort(made, signal.reason)
        return made
      }
    }
    for (const signal of given)
      signal.addEventListener('abort', () => abort(made, signal.reason), { once: true })
    return made
  }
  static timeout() {
    throw new Error(
      'Cells have no timers: AbortSignal.timeout cannot fire. A cell is stopped by its own limits.',
    )
  }
  static end(signal, reason) {
    if (signal.#aborted) return
    signal.#aborted = true
    signal.#reason = reason
    const event = new Event('abort')
    if (typeof signal.onabort === 'function') send(event, signal, [{ callback: signal.onabort }])
    signal.dispatchEvent(event)
  }
}
const end = AbortSignal.end
delete AbortSignal.end
const abort = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) =>
  end(signal, reason)

class AbortController {
  #signal = makeSignal()
  get signal() {
    return this.#signal
  }
  abort(reason) {
    abort(this.#signal, reason)
  }
}

const hide = (object, key, value) =>
  Object.defineProperty(object, key, { value, writable: true, enumerable: false, configurable: true })
