// Built-ins of browsers and Node that need nothing from outside. Their code is no part of the heap before a cell uses one.

/** What stands for an object of the library where values are shown or sent: `{text, json}`. */
const shownAs = new WeakMap()
const shownText = (value) => {
  const shown = weakGet(shownAs, value)
  return shown === undefined ? undefined : clip(shown.text, 2000)
}
const DOMExceptionCtor = DOMException

const libraryKit = freeze({
  __proto__: null,
  isProxy,
  isShown: (value) => weakGet(shownAs, value) !== undefined,
  show: (value, text, json) => {
    const record = setPrototypeOf({}, null)
    record.text = StringOf(text)
    record.json = json === null ? null : StringOf(json)
    weakSet(shownAs, value, record)
  },
})

const libraryParts = new MapCtor()
const libraryNames = new MapCtor()

/** What a part offers. It is read in when it is first needed. */
const libraryPart = (part) => {
  const known = mapGet(libraryParts, part)
  if (known !== undefined) return known
  const made = host.library(part)(libraryKit, DOMExceptionCtor)
  mapSet(libraryParts, part, made)
  const names = mapGet(libraryNames, part)
  for (let i = 0; i < names.length; i += 1) settleName(names[i], made[names[i]])
  return made
}

/** A name that was read in is a value like any other built-in one. */
const settleName = (name, value) => {
  const before = mapGet(baseline, name)
  const descriptor = { value, writable: true, enumerable: false, configurable: true, __proto__: null }
  mapSet(baseline, name, descriptor)
  const now = getOwnPropertyDescriptor(globalThis, name)
  // Not over what a cell made of it.
  if (now !== undefined && before !== undefined && now.get === before.get && now.get !== undefined)
    defineProperty(globalThis, name, descriptor)
}

const offer = (part, names) => {
  const offered = list()
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i]
    push(offered, name)
    defineProperty(globalThis, name, {
      get: { [name]: () => libraryPart(part)[name] }[name],
      set: {
        [name]: (value) =>
          defineProperty(globalThis, name, {
            value,
            writable: true,
            enumerable: false,
            configurable: true,
            __proto__: null,
          }),
      }[name],
      enumerable: false,
      configurable: true,
      __proto__: null,
    })
  }
  mapSet(libraryNames, part, offered)
}

offer('encoding', ['TextEncoder', 'TextDecoder', 'atob', 'btoa'])
offer('url', ['URL', 'URLSearchParams'])
offer('clone', ['structuredClone'])
offer('abort', ['AbortController', 'AbortSignal', 'Event', 'CustomEvent', 'EventTarget'])
offer('intl', ['Intl'])

// The engine's own ones know no thousands, no months and no order of letters.
const thisNumber = uncurry(Number.prototype.valueOf)
const thisBigint = uncurry(BigInt.prototype.valueOf)
const localized = (prototype, method) => hide(prototype, ownKeys(method)[0], method[ownKeys(method)[0]])
localized(Number.prototype, {
  toLocaleString(locales, options) {
    return libraryPart('intl').numberText(thisNumber(this), locales, options)
  },
})
localized(BigInt.prototype, {
  toLocaleString(locales, options) {
    return libraryPart('intl').numberText(thisBigint(this), locales, options)
  },
})
localized(DatePrototype, {
  toLocaleString(locales, options) {
    return libraryPart('intl').dateText(new RealDate(dateValue(this)), locales, options, 'all')
  },
})
localized(DatePrototype, {
  toLocaleDateString(locales, options) {
    return libraryPart('intl').dateText(new RealDate(dateValue(this)), locales, options, 'day')
  },
})
localized(DatePrototype, {
  toLocaleTimeString(locales, options) {
    return libraryPart('intl').dateText(new RealDate(dateValue(this)), locales, options, 'time')
  },
})
localized(String.prototype, {
  localeCompare(that, locales, options) {
    if (this === undefined || this === null)
      throw new TypeErrorCtor('String.prototype.localeCompare called on null or undefined')
    return libraryPart('intl').orderText(StringOf(this), StringOf(that), locales, options)
  },
})
