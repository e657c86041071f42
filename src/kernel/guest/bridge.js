// Calls from cells to the host. The table of waiting calls lives here, in the heap, so that an image carries it.

const kinds = new WeakMap()
/** Notes what kind of failure an error stands for, out of the cell's reach. */
const marked = (error, kind) => {
  weakSet(kinds, error, kind)
  return error
}

const waiting = new MapCtor()
let lastCall = 0
/** The cell that runs, or '' between cells. */
let running = ''

const hide = (object, key, value) =>
  defineProperty(object, key, {
    value,
    writable: true,
    configurable: true,
    enumerable: false,
    __proto__: null,
  })

/** JSON of the input. What is wrong with it is reported where the cell called, not from deep inside the copying. */
const sendable = (input) => {
  try {
    return encodeInput(input)
  } catch (error) {
    if (isObject(error) && weakGet(kinds, error) !== undefined) hide(error, 'stack', new ErrorCtor().stack)
    throw error
  }
}

const callTool = (name, input) => {
  const promise = new PromiseCtor((resolve, reject) => {
    if (running === '') {
      reject(
        marked(
          new ErrorCtor(
            'No cell is running any more: ' +
              name +
              ' was not called. Await every call before the cell ends.',
          ),
          'limit',
        ),
      )
      return
    }
    const text = sendable(input)
    lastCall += 1
    const entry = setPrototypeOf({}, null)
    entry.name = name
    entry.resolve = resolve
    entry.reject = reject
    // The place of the call: a failure is reported where the cell called, not where the result came in.
    const stack = new ErrorCtor().stack
    entry.stack = typeof stack === 'string' ? stack : ''
    mapSet(waiting, lastCall, entry)
    // The sign in front tells an undefined input from a text that the host could not be given.
    host.call(lastCall, name, '=' + text, entry.stack)
  })
  // `await` looks up `constructor`: it must find the real one, whatever a cell made of the prototype's.
  hide(promise, 'constructor', PromiseCtor)
  return promise
}

/** Answers a waiting call. `payload`: JSON of the result ('' for undefined) or of `{name, message, kind}`. */
const settle = (id, ok, payload) => {
  const entry = mapGet(waiting, id)
  if (entry === undefined) return
  mapDelete(waiting, id)
  if (ok) {
    const resolve = entry.resolve
    resolve(payload === '' ? undefined : parse(payload))
    return
  }
  const reject = entry.reject
  reject(failure(parse(payload), entry))
}

const failure = (report, entry) => {
  const error = new ErrorCtor(report.message)
  if (report.name !== 'Error') hide(error, 'name', report.name)
  hide(error, 'tool', entry.name)
  if (hasOwn(report, 'cause')) hide(error, 'cause', report.cause)
  hide(error, 'stack', entry.stack)
  return marked(error, report.kind)
}

/**
 * Rejects what is still open when a cell is over, so that nothing of it reaches a later cell. With the message
 * `-` it is dropped, and nothing that waits for it goes on.
 */
const abandon = (message) => {
  const entries = mapEntries(waiting)
  const open = list()
  for (let step = mapIteratorNext(entries); !step.done; step = mapIteratorNext(entries))
    push(open, step.value[1])
  mapClear(waiting)
  if (message === '-') return
  for (let i = 0; i < open.length; i += 1) {
    const reject = open[i].reject
    const report = setPrototypeOf({}, null)
    report.name = 'AbortError'
    report.message = open[i].name + ' was aborted: ' + message
    report.kind = 'limit'
    reject(failure(report, open[i]))
  }
}
