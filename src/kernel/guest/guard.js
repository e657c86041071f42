// What a cell can do to built-ins that would reach the interpreter's own work through natives, and its repair.

const mayGrow = Object.isExtensible

// `Error.prepareStackTrace` would be given the guest's own functions, as frames of the stack.
delete ErrorCtor.prepareStackTrace
{
  // The engine turns the limit into a number whenever an error is made, and so would run a cell's `valueOf`.
  const limit = getOwnPropertyDescriptor(ErrorCtor, 'stackTraceLimit')
  const read = uncurry(limit.get)
  const write = uncurry(limit.set)
  defineProperty(ErrorCtor, 'stackTraceLimit', {
    get: { stackTraceLimit: () => read(ErrorCtor) }.stackTraceLimit,
    set: {
      stackTraceLimit: (value) => {
        if (typeof value === 'number') write(ErrorCtor, value)
      },
    }.stackTraceLimit,
    enumerable: false,
    configurable: true,
    __proto__: null,
  })
}

/** Index properties come first among the keys. */
const hasIndex = (object) => {
  const first = ownKeys(object)[0]
  if (typeof first !== 'string' || first === '') return false
  const code = charCodeAt(first, 0)
  return code > 47 && code < 58
}

/**
 * JSON of the guest's own records. The native keeps its stack in an ordinary array, and so runs setters that a cell
 * put on index properties of the prototypes of arrays.
 */
const encode = (value) =>
  getPrototypeOf(ArrayPrototype) !== ObjectPrototype || hasIndex(ArrayPrototype) || hasIndex(ObjectPrototype)
    ? spell(value)
    : stringify(value)

/** JSON without the native's stack: slower. */
const spell = (value) => {
  if (!isObject(value)) return stringify(value)
  let text = ''
  if (isArray(value)) {
    for (let i = 0; i < value.length; i += 1) text += (i > 0 ? ',' : '') + (spell(value[i]) ?? 'null')
    return '[' + text + ']'
  }
  const keys = ownKeys(value)
  for (let i = 0; i < keys.length; i += 1) {
    const item = spell(value[keys[i]])
    if (item !== undefined) text += (text === '' ? '' : ',') + stringify(keys[i]) + ':' + item
  }
  return '{' + text + '}'
}

/**
 * A cell's end comes as `{value}` out of a promise: a `then` that all objects inherit would be called on it, and a
 * `value` with a setter, or one that cannot be written, would take its place.
 */
const standsInTheWay = (key) => {
  const descriptor = getOwnPropertyDescriptor(ObjectPrototype, key)
  if (descriptor === undefined) return false
  const data = hasOwn(descriptor, 'value')
  return key === 'then' ? !data || typeof descriptor.value === 'function' : !data || !descriptor.writable
}

/** Takes away what would keep later cells from ending. Throws when that cannot be done. */
const clearTheWay = (notes) => {
  const keys = one('then')
  push(keys, 'value')
  for (let i = 0; i < keys.length; i += 1) {
    if (!standsInTheWay(keys[i])) continue
    if (!deleteProperty(ObjectPrototype, keys[i]))
      throw new ErrorCtor(
        'it made Object.prototype.' + keys[i] + ' permanent, so that no later cell could end',
      )
    push(notes, 'Object.prototype.' + keys[i] + ' was removed: with it, no later cell could end.')
  }
}

/** A declared function makes its name permanent, but not what it stands for. */
const putBack = (name, descriptor) =>
  defineProperty(globalThis, name, descriptor) ||
  (hasOwn(descriptor, 'value') &&
    defineProperty(globalThis, name, { value: descriptor.value, __proto__: null }))

/** The names that every cell relies on. */
const restoreNames = (notes) => {
  for (let i = 0; i < reliedOn.length; i += 1) {
    const name = reliedOn[i]
    const before = mapGet(baseline, name)
    const now = getOwnPropertyDescriptor(globalThis, name)
    if (before === undefined || (now !== undefined && hasOwn(now, 'value') && is(now.value, before.value)))
      continue
    if (!putBack(name, before))
      throw new ErrorCtor(
        'it made the built-in name ' + name + ' permanent, so that no later cell could use it',
      )
    push(notes, '"' + name + '" is built in: it was put back for later cells. Use another name.')
  }
}

/**
 * Called when a cell is over. Returns JSON: `{notes}`, what was put right, or `{unfit}`, why no later cell could work;
 * '' when all is well.
 */
const check = () => {
  const report = setPrototypeOf({}, null)
  const notes = list()
  try {
    if (!mayGrow(globalThis))
      throw new ErrorCtor(
        'it froze, sealed or closed the global object, so that no later cell could declare anything',
      )
    clearTheWay(notes)
    restoreNames(notes)
  } catch (error) {
    report.unfit = error.message
    return encode(report)
  }
  if (notes.length === 0) return ''
  report.notes = notes
  return encode(report)
}
