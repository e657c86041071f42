import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKernel } from './kernel.ts'
import type { Kernel } from './types.ts'

let kernel: Kernel
beforeAll(async () => {
  kernel = await createKernel({
    limits: { resultChars: 1_000_000, consoleChars: 100_000, sourceBytes: 2 ** 20 },
  })
})
afterAll(() => kernel.dispose())

/** Node's own built-ins are the measure: each expression has to come to the same there and in a cell. */
async function compare(expressions: readonly string[]): Promise<void> {
  const list = expressions.map(
    (text) => `(() => { try { return ${text} } catch (error) { return error.name } })()`,
  )
  const program = `JSON.stringify([${list.join(',\n')}])`
  const got = await kernel.run(`(() => ${program})()`)
  expect(got.status, got.text).toBe('ok')
  const plain = (text: string): unknown[] => JSON.parse(text.replaceAll('\u202f', ' ')) as unknown[]
  const expected = plain(String(runInThisContext(program)))
  const answers = plain(got.text)
  const wrong = expressions
    .map((text, index) => ({ text, cell: answers[index], node: expected[index] }))
    .filter(({ cell, node }) => JSON.stringify(cell) !== JSON.stringify(node))
  expect(wrong).toEqual([])
}

const url = (input: string, base?: string): string => {
  const args = [input, ...(base === undefined ? [] : [base])].map((arg) => JSON.stringify(arg)).join(', ')
  return `(u => [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash])(new URL(${args}))`
}

const URLS = [
  'https://example.com',
  'HTTPS://EXAMPLE.com:443/%7Efoo/../bar?x=1#y',
  'http://user:p%40ss@host:8080/a/./b/../../c',
  'http://user@/x',
  'http://:@host/',
  'http:host/x',
  'http:\\\\host\\path',
  'https:///many/slashes',
  'ftp://host:21/',
  'ws://host:80',
  'file:///etc/passwd',
  'file:C:/x/../..',
  'file://localhost/x',
  'file:///C|/x',
  'mailto:a@b.c?subject=x y',
  'data:text/plain,hello world#frag',
  'javascript:alert(1)',
  'about:blank',
  'custom://Host/Path?q#f',
  'custom:/a/../b',
  'custom:a b?c',
  'http://1.2.3/',
  'http://0x7f.1/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://[::1]:80/',
  'http://[2001:DB8:0:0:1:0:0:1]/',
  'http://[::ffff:1.2.3.4]/',
  'http://[1::2::3]/',
  'http://[::1/',
  'http://münchen.de/ä?ö#ü',
  'http://日本語.jp',
  'http://EXAMPLE。com',
  'http://a b/',
  'http://a%41.com/',
  'http://a%00.com/',
  'http://host:99999',
  'http://host:8a',
  'http://host:',
  'http://',
  '//host/x',
  '/x',
  'x',
  '',
  '   https://trimmed.example/  ',
  'ht\ntps://exa\tmple.com/',
  'http://h/a\'b"c<d>e`f{g}h|ij?a\'b"c<d>e`#a\'b"c<d>e`f',
  'http://h/%zz%2E%2e/x',
  'http://h/a%2e%2E/%2e/b',
  'http://h?q',
  'http://h#f',
  'http://h/?#',
  'non-special://h:80?x',
  'blob:https://a.example/123',
  'http://a.b.c./',
  'http://xn--nxasmq6b/',
]
const RELATIVE = [
  '',
  '.',
  '..',
  '../..',
  'x',
  './x/',
  '/x',
  '//other/x',
  '?q=2',
  '#f',
  'x?y#z',
  'http:x',
  'https:x',
  'https:/x',
  'https://x',
  '\\x',
  '\\\\y\\z',
  'a:b',
  ' ',
]
const BASES = [
  'https://u:p@h.example:81/a/b/c?q#f',
  'http://h',
  'file:///C:/a/b',
  'mailto:x@y',
  'custom://h/a/b',
  'custom:/a/b',
]

describe('the built-in library, as in Node', () => {
  test('URL', async () => {
    await compare([
      ...URLS.map((text) => url(text)),
      ...BASES.flatMap((base) =>
        // Node 20 leaves the standard where `..` goes above the root of another scheme, and where a base has no path.
        RELATIVE.filter((text) => /^(?:http|file)/.test(base) || !/^\.\.\/|#./.test(text)).map((text) =>
          url(text, base),
        ),
      ),
      'URL.canParse("x"), [URL.canParse("x", "http://h"), URL.canParse("http://")]',
    ])
  })

  test('what is set on a URL', async () => {
    const set = (start: string, name: string, value: string): string =>
      `(u => { u[${JSON.stringify(name)}] = ${JSON.stringify(value)}; return u.href })(new URL(${JSON.stringify(start)}))`
    const starts = ['https://h.example/p?q#f', 'http://u:p@h:81', 'file:///x', 'mailto:a@b', 'custom://h/x']
    const changes: [string, string][] = [
      ['protocol', 'http'],
      ['protocol', 'custom:'],
      ['host', 'o.example:82'],
      ['host', ''],
      ['hostname', 'o.example'],
      ['port', '83'],
      ['port', '84x'],
      ['port', ''],
      ['port', 'x'],
      ['pathname', 'a/../b c'],
      ['pathname', ''],
      ['search', 'a=1&b'],
      ['search', '?'],
      ['search', ''],
      ['hash', '#x y'],
      ['hash', ''],
      ['username', 'a:b'],
      ['password', 'c@d'],
      ['href', 'http://new/'],
      ['href', 'bad'],
    ]
    await compare(starts.flatMap((start) => changes.map(([name, value]) => set(start, name, value))))
  })

  test('URLSearchParams', async () => {
    await compare([
      '[...new URLSearchParams("?a=1&b=2&a=3&c&=d&&e=%20+f")]',
      'String(new URLSearchParams({ a: "1 2", "é": "&=" }))',
      'String(new URLSearchParams([["a", "1"], ["a", "~*()\'"]]))',
      '(p => { p.append("z", 1); p.set("a", 2); p.delete("b"); p.sort(); return [String(p), p.size, p.get("a"), p.getAll("a"), p.get("none"), p.has("z"), p.has("z", "2")] })(new URLSearchParams("b=1&a=0&a=1&c=%ff%41"))',
      '(u => { u.searchParams.append("k", "v w"); u.searchParams.delete("q"); return [u.href, u.search] })(new URL("http://h/?q=1#f"))',
      '(u => { u.search = "?a=1"; return [...u.searchParams.keys(), ...u.searchParams.values()] })(new URL("http://h/"))',
      'new URLSearchParams([["a"]])',
      '(p => { const seen = []; p.forEach((v, k) => seen.push([k, v])); return seen })(new URLSearchParams("x=1&y=2"))',
    ])
  })

  test('any text as a URL', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http',
        'https',
        'file',
        'x',
        ':',
        '/',
        '//',
        '\\',
        '?',
        '#',
        '@',
        '..',
        '.',
        '%2e',
        '%',
        'é',
        ' ',
        ':80',
        'a.b',
        '1.2',
      ),
      fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').replaceAll('^', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), async (texts) => {
        await compare(texts.flatMap((one) => [url(one), url(one, 'http://h/a/b?c'), url(`http://${one}`)]))
      }),
      { numRuns: 25, seed: 7 },
    )
  })

  test('text and bytes', async () => {
    const bytes = [
      '[0xff]',
      '[0xc3]',
      '[0xe2,0x82]',
      '[0xf0,0x9f,0x98,0x80]',
      '[0xed,0xa0,0x80]',
      '[0xef,0xbb,0xbf,0x61]',
      '[0xf5,0x80,0xc0,0x80]',
      '[0xe0,0x80,0x61]',
      '[]',
    ]
    await compare([
      ...['', 'a', 'héllo', '€😀', '\ud800x'].map(
        (text) => `[...new TextEncoder().encode(${JSON.stringify(text)})]`,
      ),
      ...bytes.flatMap((list) => [
        `new TextDecoder().decode(new Uint8Array(${list}))`,
        `new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(${list}))`,
        `new TextDecoder("utf-16le").decode(new Uint8Array(${list}))`,
        `(d => d.decode(new Uint8Array(${list}), { stream: true }) + "|" + d.decode(new Uint8Array([0xac, 0x62])))(new TextDecoder())`,
      ]),
      'new TextDecoder("utf8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf, 97])).length',
      'new TextDecoder("nonsense")',
      // Node 20 takes windows-1252 for Latin-1, against the standard: only what both have.
      'new TextDecoder("latin1").decode(new Uint8Array([0x41, 0xe9, 0xff]))',
      'new TextEncoder().encodeInto("a€b", new Uint8Array(4))',
      ...['', 'a', 'ab', 'abc', '\u00ff\u0000', '€'].map((text) => `btoa(${JSON.stringify(text)})`),
      ...['', 'YQ==', 'YQ', 'YWI=', 'YWJj', 'Y', 'Y*==', ' Y W\nJj ', 'YQ=', 'YWJj='].map(
        (text) => `atob(${JSON.stringify(text)})`,
      ),
    ])
  })

  test('windows-1252, which the standard calls Latin-1 too', async () => {
    const { text } = await kernel.run(
      'new TextDecoder("latin1").decode(new Uint8Array([0x80, 0x93, 0x9f, 0xa0]))',
    )
    expect(text).toBe('€“Ÿ\u00a0')
  })

  test('structuredClone', async () => {
    const values = [
      '1n + "" && { a: [1, undefined, null, -0, NaN], d: new Date(5), r: /x/gi }',
      'new Map([[{ k: 1 }, new Set([1, "2"])]])',
      'Object(5)',
      'new Uint8Array([1, 2, 3]).subarray(1)',
      '[1, , 3]',
    ]
    await compare([
      ...values.map(
        (text) =>
          `(v => [JSON.stringify(v), String(v), Object.prototype.toString.call(v)])(structuredClone(${text}))`,
      ),
      '(a => { a.self = a; const b = structuredClone(a); return [b !== a, b.self === b] })({ n: 1 })',
      '(s => { const [x, y] = structuredClone([s, s]); return x === y })({})',
      '(e => [e.name, e.message, e.cause, e instanceof RangeError, e.extra])(structuredClone(Object.assign(new RangeError("m", { cause: [1] }), { extra: 1 })))',
      '(c => [Object.getPrototypeOf(c) === Object.prototype, c.x])(structuredClone(new (class A { x = 1; get y() { return 2 } })()))',
      ...['() => 1', 'Symbol("s")', 'Promise.resolve()', 'new WeakMap()', '{ a: { b() {} } }'].map(
        (text) => `structuredClone(${text.startsWith('{') ? `(${text})` : text})`,
      ),
      '(b => { const c = structuredClone(b, { transfer: [b] }); return [b.byteLength, c.byteLength] })(new ArrayBuffer(8))',
      '(v => [...new Uint8Array(v.buffer)])(structuredClone(new DataView(new Uint8Array([7, 8]).buffer)))',
      '(m => [...m.keys()])(structuredClone(new Map([["__proto__", 1]])))',
      'Object.keys(structuredClone(JSON.parse(\'{"__proto__": 1}\')))',
      'structuredClone()',
    ])
  })

  test('AbortController and events', async () => {
    await compare([
      '(c => { const seen = []; c.signal.onabort = (e) => seen.push(e.type); c.signal.addEventListener("abort", () => seen.push(c.signal.reason), { once: true }); c.abort("why"); c.abort("again"); return [seen, c.signal.aborted, c.signal.reason] })(new AbortController())',
      '(c => { c.abort(); return [c.signal.reason.name, c.signal.reason instanceof DOMException] })(new AbortController())',
      '(c => { c.abort(new RangeError("r")); c.signal.throwIfAborted() })(new AbortController())',
      'AbortSignal.abort("now").reason',
      '(c => { const any = AbortSignal.any([new AbortController().signal, c.signal]); c.abort(3); return [any.aborted, any.reason] })(new AbortController())',
      'new AbortSignal()',
      '(t => { const seen = []; const f = (e) => seen.push(e.type + e.detail); t.addEventListener("x", f); t.addEventListener("x", f); t.dispatchEvent(new CustomEvent("x", { detail: 1 })); t.removeEventListener("x", f); t.dispatchEvent(new Event("x")); return seen })(new EventTarget())',
      '(t => { t.addEventListener("x", (e) => e.preventDefault()); return [t.dispatchEvent(new Event("x", { cancelable: true })), t.dispatchEvent(new Event("x"))] })(new EventTarget())',
    ])
  })

  test('numbers for people', async () => {
    const numbers = [
      '0',
      '-0',
      '5',
      '-1234.5',
      '1234567.891',
      '0.5',
      '0.05',
      '1e21',
      '123456789012345680000',
      'NaN',
      'Infinity',
      '-Infinity',
      '999999',
      '1.005',
      '10n ** 20n',
      '12',
      '0.000123',
    ]
    const options = [
      '',
      '{ minimumFractionDigits: 2 }',
      '{ maximumFractionDigits: 0 }',
      '{ style: "percent" }',
      '{ style: "percent", maximumFractionDigits: 1 }',
      '{ style: "currency", currency: "USD" }',
      '{ style: "currency", currency: "EUR", maximumFractionDigits: 0 }',
      '{ style: "currency", currency: "JPY" }',
      '{ style: "currency", currency: "CHF" }',
      '{ notation: "compact" }',
      '{ notation: "compact", maximumFractionDigits: 1 }',
      '{ useGrouping: false }',
      '{ minimumIntegerDigits: 3 }',
      '{ signDisplay: "always" }',
      '{ maximumSignificantDigits: 3 }',
    ]
    await compare([
      ...numbers.flatMap((number) =>
        options
          .filter((option) => !(option.includes('CHF') && /NaN|Inf/.test(number)))
          .map((option) => `(${number}).toLocaleString("en-US"${option === '' ? '' : `, ${option}`})`),
      ),
      'new Intl.NumberFormat("en-US").format(1e6)',
      'Intl.NumberFormat("en-US", { style: "percent" }).format(0.256)',
      '[1234.5, 7].toLocaleString("en-US")',
      'new Intl.NumberFormat("en-US", { style: "currency" })',
      'new Intl.NumberFormat("en-US", { minimumFractionDigits: 5, maximumFractionDigits: 2 })',
      'new Intl.NumberFormat("not a locale")',
      '[0, 1, 2, 3, 11, 21].map((n) => new Intl.PluralRules("en-US", { type: "ordinal" }).select(n) + new Intl.PluralRules("en").select(n))',
      '[[], ["a"], ["a", "b"], ["a", "b", "c"]].map((l) => new Intl.ListFormat("en", { type: "disjunction" }).format(l) + new Intl.ListFormat("en").format(l))',
    ])
  })

  test('dates for people', async () => {
    const dates = ['0', 'Date.UTC(2024, 1, 29, 13, 5, 9, 70)', 'Date.UTC(1999, 11, 31, 23, 59)', 'NaN']
    const options = [
      '{}',
      '{ dateStyle: "full" }',
      '{ dateStyle: "long" }',
      '{ dateStyle: "medium", timeStyle: "short" }',
      '{ dateStyle: "short" }',
      '{ timeStyle: "medium" }',
      '{ year: "numeric", month: "long", day: "numeric" }',
      '{ year: "numeric", month: "short" }',
      '{ month: "short", day: "numeric" }',
      '{ weekday: "short", month: "short", day: "numeric" }',
      '{ weekday: "long" }',
      '{ weekday: "long", year: "numeric", month: "long", day: "numeric" }',
      '{ year: "numeric", month: "2-digit", day: "2-digit" }',
      '{ hour: "2-digit", minute: "2-digit" }',
      '{ hour: "numeric", minute: "2-digit", hourCycle: "h23" }',
      '{ month: "long" }',
      '{ year: "numeric" }',
    ]
    await compare([
      ...dates.flatMap((date) =>
        options.flatMap((option) => {
          const utc = option.replace('{', '{ timeZone: "UTC",')
          return [
            `new Date(${date}).toLocaleDateString("en-US", ${option.includes('timeStyle') ? '{ timeZone: "UTC" }' : utc})`,
            `new Date(${date}).toLocaleString("en-US", ${utc})`,
            `new Intl.DateTimeFormat("en-US", ${utc}).format(new Date(${date}))`,
          ]
        }),
      ),
      ...dates.map((date) => `new Date(${date}).toLocaleTimeString("en-US", { timeZone: "UTC" })`),
    ])
    const elsewhere = await kernel.run('new Date(0).toLocaleString("en-US", { timeZone: "Asia/Tokyo" })')
    expect(elsewhere.text).toMatch(
      /^RangeError: Cells know no time zone but UTC, so Asia\/Tokyo cannot be used/,
    )
  })

  test('the order of texts', async () => {
    const words =
      '["b", "a", "B", "A", "ä", "z", "é", "e", "10", "9", "a b", "ab", "_", "-x", "", "Zebra", "apple", "co-op", "coop", "$5", "(x)", "a.b", "a,b", "#1", "a\\tb"]'
    await compare([
      `${words}.sort((x, y) => x.localeCompare(y))`,
      `${words}.sort(new Intl.Collator("en").compare)`,
      '["a10", "a9", "a1"].sort((x, y) => x.localeCompare(y, undefined, { numeric: true }))',
      '["a".localeCompare("A", "en", { sensitivity: "base" }), "a".localeCompare("á", "en", { sensitivity: "base" }), "a".localeCompare("á", "en", { sensitivity: "accent" }), "a".localeCompare("A", "en", { sensitivity: "accent" })]',
    ])
  })
})

describe('what is built in costs nothing until it is used', () => {
  test('is part of no heap before, belongs to no variables, and lives on in an image', async () => {
    const [one, two] = [await createKernel({}), await createKernel({})]
    await one.run('1 + 1')
    const before = (await one.exportImage(await one.checkpoint())).length
    await one.run('let u = new URL("https://a.example/?q=1"); u.searchParams.set("q", "2")')
    expect((await one.exportImage(await one.checkpoint())).length).toBeGreaterThan(before + 4_000)
    expect((await one.variables()).map(({ name }) => name)).toEqual(['u'])
    await two.restore(await two.importImage(await one.exportImage(await one.checkpoint())))
    expect((await two.run('u.hash = "x"; [String(u), typeof URL, u instanceof URL]')).text).toBe(
      '["https://a.example/?q=2#x", "function", true]',
    )
    await one.dispose()
    await two.dispose()
  })

  test('gives way to names of cells', async () => {
    const own = await createKernel({})
    const texts: string[] = []
    for (const cell of [
      'class Event { constructor(readonly at: number) {} }; new Event(1)',
      'new Event(2).at',
      'const URL = "https://x"; URL',
      '[URL, new URLSearchParams("a=1").get("a"), URL]',
      'function atob() { return "mine" } atob()',
      'atob() + btoa("a")',
      'delete (globalThis as any).structuredClone; typeof structuredClone',
    ])
      texts.push((await own.run(cell)).text)
    expect(texts).toEqual([
      'Event {at: 1}',
      '2',
      'https://x',
      '["https://x", "1", "https://x"]',
      'mine',
      'mineYQ==',
      'undefined',
    ])
    expect((await own.variables()).map(({ name }) => name).sort()).toEqual(['Event', 'URL', 'atob'])
    await own.dispose()
  })

  test('crosses to tools as text, or says how', async () => {
    const own = await createKernel({ tools: [{ name: 'echo', call: (input) => input }] })
    expect((await own.run('await tools.echo({ u: new URL("https://a.example") })')).text).toBe(
      '{u: "https://a.example/"}',
    )
    expect((await own.run('await tools.echo(new URLSearchParams("a=1"))')).text).toMatch(
      /\$ is a URLSearchParams\. Send its text: String\(params\)/,
    )
    await own.dispose()
  })
})
