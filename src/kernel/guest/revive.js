// Puts the values of a portable snapshot into this interpreter. The host has checked the text: every reference leads
// somewhere, every part is of its kind.

const { freeze: freezeObject, seal, preventExtensions } = Object
const regexpLastIndex = (regexp, at) => {
  if (at !== 0) defineProperty(regexp, 'lastIndex', { value: at, __proto__: null })
}
const setAdd = uncurry(Set.prototype.add)
const symbolFor = SymbolOf.for
const RegExpCtor = RegExp
const BufferCtor = ArrayBuffer
const BigIntOf = BigInt
const ObjectOf = Object
const ownNamespaces = { __proto__: null, Math, JSON, Reflect }

/** A property of parsed JSON that may be absent; never one of a prototype. */
const part = (entry, key) => (hasOwn(entry, key) ? entry[key] : undefined)

const define = (object, key, value) =>
  defineProperty(object, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
    __proto__: null,
  })

/** A property of a fresh plain object, by assignment where no setter can be in the way. */
const put = (object, key, value) => {
  if (key in ObjectPrototype) define(object, key, value)
  else object[key] = value
}

/** Gives a global its value. A variable of an earlier cell stays the variable it is. */
const assign = (name, value) => {
  if (!define(globalThis, name, value)) defineProperty(globalThis, name, { value, __proto__: null })
}

class PortableReviver {
  constructor(entries) {
    this.entries = entries
    this.objects = list()
    /** No cell has put a setter for an index where an assignment would find it. */
    this.free =
      !isIndex(ownKeys(ArrayPrototype)[0], 2 ** 32) && !isIndex(ownKeys(ObjectPrototype)[0], 2 ** 32)
  }

  /** Everything first exists, then is filled: references may go in circles. */
  run() {
    const entries = this.entries
    for (let i = 0; i < entries.length; i += 1) push(this.objects, this.made(entries[i]))
    // What needs another object to exist at all.
    for (let i = 0; i < entries.length; i += 1) {
      const { type } = entries[i]
      if (type === 'typed-array') this.objects[i] = this.view(entries[i])
      else if (type === 'boxed') this.objects[i] = ObjectOf(this.value(entries[i].value))
    }
    for (let i = 0; i < entries.length; i += 1) this.fill(this.objects[i], entries[i])
    for (let i = 0; i < entries.length; i += 1) this.close(this.objects[i], part(entries[i], 'integrity'))
  }

  value(reference) {
    if (typeof reference !== 'object' || reference === null) return reference
    const ref = part(reference, 'ref')
    if (ref !== undefined) return this.objects[ref]
    const digits = part(reference, 'bigint')
    if (digits !== undefined) {
      return charCodeAt(digits, 0) === 45 ? -BigIntOf(slice(digits, 1)) : BigIntOf(digits)
    }
    switch (reference.is) {
      case 'NaN':
        return NaN
      case 'Infinity':
        return Infinity
      case '-Infinity':
        return -Infinity
      case '-0':
        return -0
      default:
        return undefined
    }
  }

  made(entry) {
    switch (entry.type) {
      case 'object':
        return hasOwn(entry, 'prototype') ? setPrototypeOf({}, null) : {}
      case 'array':
        return []
      case 'map':
        return new MapCtor()
      case 'set':
        return new SetCtor()
      case 'date':
        return construct(RealDate, one(entry.time ?? NaN))
      case 'regexp': {
        const made = new RegExpCtor(entry.source, entry.flags)
        regexpLastIndex(made, entry.lastIndex)
        return made
      }
      case 'buffer':
        return entry.length === 0 ? new BufferCtor(0) : host.buffer(entry.bytes)
      case 'symbol': {
        const known = part(entry, 'wellKnown')
        if (known !== undefined) return wellKnownByName[known]
        const registered = part(entry, 'registered')
        if (registered !== undefined) return symbolFor(registered)
        return entry.description === null ? SymbolOf() : SymbolOf(entry.description)
      }
      case 'builtin':
        return ownNamespaces[entry.name]
      default:
        return undefined
    }
  }

  view(entry) {
    const args = one(this.value(entry.buffer))
    push(args, entry.offset)
    push(args, entry.length)
    return construct(typedArrays[entry.kind], args)
  }

  fill(object, entry) {
    switch (entry.type) {
      case 'object': {
        const { properties } = entry
        for (let i = 0; i < properties.length; i += 1) {
          const key = properties[i][0]
          put(object, typeof key === 'string' ? key : this.value(key), this.value(properties[i][1]))
        }
        return
      }
      case 'array':
        for (let i = 0; i < entry.items.length; i += 1) {
          if (this.free) object[i] = this.value(entry.items[i])
          else define(object, i, this.value(entry.items[i]))
        }
        return
      case 'map':
        for (let i = 0; i < entry.entries.length; i += 1)
          mapSet(object, this.value(entry.entries[i][0]), this.value(entry.entries[i][1]))
        return
      case 'set':
        for (let i = 0; i < entry.items.length; i += 1) setAdd(object, this.value(entry.items[i]))
        return
    }
  }

  close(object, integrity) {
    if (integrity === 'frozen') attempt(() => freezeObject(object))
    else if (integrity === 'sealed') attempt(() => seal(object))
    else if (integrity === 'fixed') attempt(() => preventExtensions(object))
  }
}
setPrototypeOf(PortableReviver.prototype, null)

const mourn = (text) => {
  throw marked(new ErrorCtor(text), 'runtime')
}

/** Any use of the name throws; giving it a value makes it an ordinary variable again. */
const entomb = (name, grave) => {
  const { text } = grave
  const accessors = {
    get: () => mourn(text),
    set: (value) => {
      assign(name, value)
    },
  }
  weakSet(tombstones, accessors.get, grave)
  const { get, set } = accessors
  const descriptor = { get, set, enumerable: true, configurable: true, __proto__: null }
  if (defineProperty(globalThis, name, descriptor)) return false
  // The name is a variable of an earlier cell, which can only hold values. So it holds one that throws when used.
  const use = () => mourn(text)
  const traps = setPrototypeOf({}, null)
  for (let i = 0; i < TRAPS.length; i += 1) traps[TRAPS[i]] = use
  const ghost = noteProxy(new RealProxy(() => undefined, traps))
  weakSet(tombstones, ghost, grave)
  assign(name, ghost)
  return true
}
const TRAPS = setPrototypeOf(
  [
    'apply',
    'construct',
    'defineProperty',
    'deleteProperty',
    'get',
    'getOwnPropertyDescriptor',
    'getPrototypeOf',
    'has',
    'isExtensible',
    'ownKeys',
    'preventExtensions',
    'set',
    'setPrototypeOf',
  ],
  null,
)

/** Whether the name can be given a value at all. */
const canHold = (name) => {
  const descriptor = getOwnPropertyDescriptor(globalThis, name)
  if (descriptor === undefined) return isExtensible(globalThis)
  return descriptor.configurable || (hasOwn(descriptor, 'writable') && descriptor.writable)
}

/**
 * `{objects, names: [{name, value} | {name, tombstone}]}`. Answers with the names that cannot be given a value here,
 * in which case nothing was touched, and with those whose tombstone is a value.
 */
const restorePortable = (text) => {
  const { names, objects } = parse(text)
  const refused = list()
  for (let i = 0; i < names.length; i += 1) if (!canHold(names[i].name)) push(refused, names[i].name)
  const ghosts = list()
  if (refused.length === 0) {
    const reviver = new PortableReviver(objects)
    reviver.run()
    for (let i = 0; i < names.length; i += 1) {
      const { name } = names[i]
      const grave = part(names[i], 'tombstone')
      if (grave === undefined) assign(name, reviver.value(names[i].value))
      else if (entomb(name, setPrototypeOf(grave, null))) push(ghosts, name)
    }
  }
  return stringify({ __proto__: null, refused, ghosts })
}
