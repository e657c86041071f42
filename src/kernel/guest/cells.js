// What the host gives a cell when it starts: functions that are bound to this cell alone, and values.

/** The cell that bound functions work in: `number`, and whether its own code is over. */
let bound = null
/** Records by name and key; what was given once stays, whatever cells do to the names. */
const given = new MapCtor()

const hasFinished = (number) => marked(new ErrorCtor('Cell ' + number + ' has finished'), 'limit')

/** Works until its cell has ended; kept for later it only says so. */
const boundFunction = (name, cell) =>
  freeze(
    { [name]: (input) => (cell.over || bound !== cell ? refused(cell.number) : callTool(name, input)) }[name],
  )

const refused = (number) => {
  const promise = new PromiseCtor((_resolve, reject) => reject(hasFinished(number)))
  hide(promise, 'constructor', PromiseCtor)
  return promise
}

/** Ends its cell where it is called: the host interrupts what comes after, which no `catch` can keep from happening. */
const endingFunction = (name, cell) =>
  freeze(
    {
      [name]: () => {
        if (cell.over || bound !== cell) throw hasFinished(cell.number)
        callTool(name, undefined)
        for (;;);
      },
    }[name],
  )

/** Strings, numbers and records of them. */
const frozen = (value) => {
  if (!isObject(value)) return value
  const keys = ownKeys(value)
  for (let i = 0; i < keys.length; i += 1) frozen(value[keys[i]])
  return freeze(value)
}

/** A name that is as good as built in: it is no variable of the user's, and comes back with the next cell. */
const provide = (name, value) => {
  putBack(name, { value, writable: true, configurable: true, enumerable: false, __proto__: null })
  mapSet(baseline, name, getOwnPropertyDescriptor(globalThis, name))
}

/** `{number, functions: [{name, ends}], values: {name: value}, records: {name: {key: value}}, results: {name: value}}` */
const giveToCell = (gift) => {
  const cell = setPrototypeOf({}, null)
  cell.number = gift.number
  cell.over = false
  bound = cell
  for (let i = 0; i < gift.functions.length; i += 1) {
    const name = gift.functions[i].name
    provide(name, gift.functions[i].ends ? endingFunction(name, cell) : boundFunction(name, cell))
  }
  const values = ownKeys(gift.values)
  for (let i = 0; i < values.length; i += 1) provide(values[i], frozen(gift.values[values[i]]))
  const results = ownKeys(gift.results)
  for (let i = 0; i < results.length; i += 1) {
    const value = frozen(gift.results[results[i]])
    provide(results[i], freeze({ [results[i]]: () => value }[results[i]]))
  }
  giveRecords(gift.records)
}

const giveRecords = (records) => {
  const names = ownKeys(records)
  for (let i = 0; i < names.length; i += 1) {
    let all = mapGet(given, names[i])
    if (all === undefined) {
      all = {}
      mapSet(given, names[i], all)
    }
    const keys = ownKeys(records[names[i]])
    for (let j = 0; j < keys.length; j += 1) {
      defineProperty(all, keys[j], {
        value: frozen(records[names[i]][keys[j]]),
        enumerable: true,
        writable: false,
        configurable: false,
        __proto__: null,
      })
    }
    provide(names[i], all)
  }
}
