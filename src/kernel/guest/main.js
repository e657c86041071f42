// The entry points that the host holds from boot on. Their handles stay valid in every image.

const baseline = new MapCtor()
const noteBaseline = () => {
  const keys = ownKeys(globalThis)
  for (let i = 0; i < keys.length; i += 1) {
    if (typeof keys[i] === 'string') mapSet(baseline, keys[i], getOwnPropertyDescriptor(globalThis, keys[i]))
  }
}

let clobbered = list()
/** The cell's own code has ended; calls that it did not await may be open. */
let finished = false
let resultChars = 4000
/** Script name to the encoded map of its positions, for scripts whose text was changed. */
const maps = new MapCtor()

const configure = (text) => {
  const options = parse(text)
  const names = list()
  const shown = list()
  for (let i = 0; i < options.tools.length; i += 1) {
    push(names, options.tools[i].name)
    push(shown, options.tools[i].shown)
  }
  installTools(options.dialect, names, shown)
  consoleOn = options.captureConsole
  if (hasOwn(options, 'resultChars')) resultChars = options.resultChars
  if (hasOwn(options, 'consoleChars')) lineChars = max(200, options.consoleChars)
  clock = options.clock
  seedRandom(options.seed)
  mapClear(baseline)
  noteBaselineOf(initial)
  for (let i = 0; i < installed.length; i += 1) {
    mapSet(baseline, installed[i], getOwnPropertyDescriptor(globalThis, installed[i]))
  }
}

/** A cell starts: `{name, map, clobbered, given}`. */
const begin = (text) => {
  const options = parse(text)
  running = options.name
  finished = false
  clobbered = options.clobbered
  if (hasOwn(options, 'given')) giveToCell(options.given)
  if (options.map !== '') mapSet(maps, options.name, options.map)
  indent = 0
}

const restoreBuiltins = () => {
  for (let i = 0; i < clobbered.length; i += 1) {
    const descriptor = mapGet(baseline, clobbered[i])
    if (descriptor !== undefined) putBack(clobbered[i], descriptor)
  }
}

/** Reports the end of a cell whose evaluation is `promise`. No handle of it is needed by the host. */
const watch = async (promise) => {
  // An own `constructor` keeps `await` from looking it up where a cell may have changed it.
  defineProperty(promise, 'constructor', { value: PromiseCtor, __proto__: null })
  let report
  try {
    const envelope = await promise
    const value = envelope.value
    // Looked at without running a getter or a trap.
    report = valueReport(isThenable(value) ? await value : value)
  } catch (error) {
    host.relax()
    report = errorReport(error)
  }
  over()
  host.done(encode(report))
}

/** The cell's own code has ended; calls that it did not wait for may still be open. */
const over = () => {
  finished = true
  if (bound !== null) bound.over = true
}

const isThenable = (value) => isObject(value) && !isProxy(value) && typeof chainData(value, 'then') === 'function'

/** A script that could not even start. */
const fail = (error) => {
  host.relax()
  const report = errorReport(error)
  if (report.kind === 'runtime' && report.name === 'SyntaxError') report.kind = 'syntax'
  over()
  host.done(encode(report))
}

const valueReport = (value) => {
  const walker = new Previewer(3000, max(20000, resultChars), 40, 1000)
  walker.chars = max(resultChars * 2, 8000)
  const report = setPrototypeOf({}, null)
  report.ok = true
  report.value = walker.of(value)
  report.pending = walker.pending
  return report
}

const errorReport = (error) => {
  const report = describe(error, list())
  report.ok = false
  report.kind = kindOf(error)
  report.maps = setPrototypeOf({}, null)
  const entries = mapEntries(maps)
  for (let step = mapIteratorNext(entries); !step.done; step = mapIteratorNext(entries)) {
    if (indexOf(report.stack, step.value[0] + ':') >= 0) report.maps[step.value[0]] = step.value[1]
  }
  return report
}

/** What cells cannot pretend: kinds noted by the guest itself, and what only the engine throws. */
const kindOf = (error) => {
  if (!isObject(error)) return 'runtime'
  const kind = weakGet(kinds, error)
  if (kind !== undefined) return kind
  if (isProxy(error) || getPrototypeOf(error) !== InternalErrorPrototype) return 'runtime'
  const message = ownData(error, 'message')
  if (message === 'out of memory') return 'memory'
  return message === 'stack overflow' ? 'stack' : 'runtime'
}

/** Errors told of one failure, causes and parts included. */
const MOST_TOLD = 20

/** An error with its causes; anything else that was thrown as a value. */
const describe = (error, told) => {
  const report = setPrototypeOf({}, null)
  const real = isObject(error) && !isProxy(error) && (isError(error) || inherits(error, ErrorPrototype))
  const record = !real && isObject(error) && !isProxy(error) && typeof chainData(error, 'message') === 'string'
  report.name = 'Error'
  report.stack = ''
  for (let i = 0; i < told.length; i += 1) {
    if (told[i] !== error || !isObject(error)) continue
    report.thrown = leaf('other', '[Circular]')
    return report
  }
  push(told, error)
  if (real || record) {
    const name = domError(error, 'name') ?? chainData(error, 'name')
    const message = errorMessage(error)
    const stack = chainData(error, 'stack')
    if (typeof name === 'string' && name !== '') report.name = slice(name, 0, 256)
    report.message = slice(message, 0, told.length > 1 ? 2000 : 16384)
    report.stack = typeof stack === 'string' ? slice(stack, 0, 32768) : ''
    const tool = ownData(error, 'tool')
    if (typeof tool === 'string') report.tool = slice(tool, 0, 256)
  }
  if (!real) report.thrown = new Previewer(200, 2000, 6, 100).of(error)
  else describeParts(report, error, told)
  return report
}

const describeParts = (report, error, told) => {
  report.makers = makersOf(error)
  const cause = ownData(error, 'cause')
  if (cause !== undefined && told.length < MOST_TOLD) report.cause = describe(cause, told)
  const errors = ownData(error, 'errors')
  if (!isObject(errors) || isProxy(errors) || !isArray(errors)) return
  report.errors = list()
  for (let i = 0; i < errors.length && i < 10 && told.length < MOST_TOLD; i += 1)
    push(report.errors, describe(ownData(errors, i), told))
  report.more = errors.length - report.errors.length
}

/** Names of the classes that made an error: their constructors stand before the place of the `throw` in its stack. */
const makersOf = (error) => {
  const makers = list()
  for (let at = getPrototypeOf(error), depth = 0; at !== null && !isProxy(at) && depth < 8; depth += 1) {
    const maker = ownData(at, 'constructor')
    if (typeof maker === 'function' && !isProxy(maker)) push(makers, slice(functionName(maker), 0, 256))
    at = getPrototypeOf(at)
  }
  return makers
}

/**
 * The cell is over: what it left behind no longer reaches the host. `message` says why calls are given up; without
 * one, nothing is done when the cell still goes on. Returns whether it is over.
 */
const end = (message) => {
  if (message === '' && !finished) return false
  running = ''
  over()
  restoreBuiltins()
  clobbered = list()
  abandon(message)
  return true
}

/** Names that the user made, and built-in ones that the user replaced, in order. */
const userNames = () => {
  const found = list()
  const keys = ownKeys(globalThis)
  for (let i = 0; i < keys.length; i += 1) {
    if (typeof keys[i] !== 'string') continue
    const descriptor = getOwnPropertyDescriptor(globalThis, keys[i])
    const before = mapGet(baseline, keys[i])
    if (before !== undefined && !hasOwn(descriptor, 'value')) continue
    if (before === undefined || !hasOwn(before, 'value') || !is(before.value, descriptor.value)) push(found, keys[i])
  }
  return found
}

/** The user's names with previews. */
const variables = () => {
  const found = list()
  const names = userNames()
  for (let i = 0; i < names.length; i += 1) {
    const descriptor = getOwnPropertyDescriptor(globalThis, names[i])
    const entry = setPrototypeOf({}, null)
    entry.name = names[i]
    if (hasOwn(descriptor, 'value')) entry.value = new Previewer(60, 1000, 2, 30).of(descriptor.value)
    else {
      const grave = weakGet(tombstones, descriptor.get)
      entry.value = grave === undefined ? leaf('getter', 'Getter') : leaf('tombstone', grave.text)
    }
    push(found, entry)
  }
  return encode(found)
}

/** One value by name and path, with its children. */
const inspect = (text) => {
  const request = parse(text)
  const descriptor = getOwnPropertyDescriptor(globalThis, request.name)
  if (descriptor === undefined || !hasOwn(descriptor, 'value')) return 'null'
  let value = descriptor.value
  for (let i = 0; i < request.path.length; i += 1) {
    if (!isObject(value) || isProxy(value)) return 'null'
    value = step(value, request.path[i])
  }
  return encode(new Previewer(1200, 20000, 2, 400).of(value))
}

const step = (value, key) => {
  if (typeof key === 'number' && inherits(value, MapPrototype)) return nth(mapEntries(value), mapIteratorNext, key)?.[1]
  if (typeof key === 'number' && inherits(value, SetPrototype)) return nth(setValues(value), setIteratorNext, key)
  if (typedArrayTag(value) !== undefined) return value[key]
  return ownData(value, key)
}

const nth = (iterator, next, index) => {
  let at = next(iterator)
  for (let i = 0; i < index && !at.done; i += 1) at = next(iterator)
  return at.done ? undefined : at.value
}

hide(globalThis, 'console', makeConsole())
noteBaseline()
const initial = new MapCtor()
const noteBaselineOf = (from) => {
  const entries = mapEntries(from)
  for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries)) mapSet(baseline, at.value[0], at.value[1])
}
{
  const entries = mapEntries(baseline)
  for (let at = mapIteratorNext(entries); !at.done; at = mapIteratorNext(entries)) mapSet(initial, at.value[0], at.value[1])
}

return freeze({ __proto__: null, configure, begin, watch, fail, settle, end, check, variables, inspect, portable, restorePortable })
