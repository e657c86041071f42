import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyNotebook } from './arbitrary.testing.ts'
import { fileName, toFile } from './file.ts'
import { fromFile } from './read-file.ts'
import { asked, configured, ended, evalCall, pathOf, replied, said, started } from './story.testing.ts'
import { appendTo, createNotebook, pathTo } from './tree.ts'

const story = () => {
  const empty = createNotebook({
    id: 'n',
    title: 'A story',
    engine: 'test',
    event: 'e0',
    branch: { id: 'b', name: 'Main' },
    at: 5,
  })
  const bodies = pathOf(
    configured(),
    said('Two\nlines'),
    asked,
    replied({ toolCalls: [evalCall('a', 'let x = 1\nx')] }),
    started(1, 'let x = 1\nx', 'a'),
    ended('c'),
  )
  return appendTo(
    empty,
    'b',
    bodies.map((event) => ({ ...event, parent: event.parent ?? 'e0' })),
  )
}
/** A file with some of it changed by hand. */
const damaged = (
  change: (file: { [key: string]: unknown; events: Record<string, unknown>[]; branches: unknown[] }) => void,
) => {
  const file = JSON.parse(toFile(story())) as Parameters<typeof change>[0]
  change(file)
  const opened = fromFile(JSON.stringify(file))
  if (!opened.ok) throw new Error(opened.problem)
  return opened
}

describe('the file', () => {
  it('gives back exactly what was written, for any history', () => {
    fc.assert(
      fc.property(anyNotebook, (notebook) => {
        const opened = fromFile(toFile(notebook))
        expect(opened).toMatchObject({ ok: true, repairs: [], readOnly: null })
        if (!opened.ok) return
        expect({ ...opened.notebook, events: [...opened.notebook.events] }).toEqual({
          ...notebook,
          events: [...notebook.events],
        })
        expect(toFile(opened.notebook)).toBe(toFile(notebook))
      }),
    )
  })

  it('can be read in a diff: a text of several lines is several lines', () => {
    const text = toFile(story())
    expect(text).toMatch(/^\{\n {2}"type": "backstep",\n {2}"version": 1,\n/)
    expect(text).toContain('"text": [\n        "Two",\n        "lines"\n      ]')
    expect(text).toContain('"source": [\n        "let x = 1",\n        "x"\n      ]')
  })

  it('has a name that every system takes', () => {
    expect(fileName({ title: ' Flüge / 2024: "delays"? ' })).toBe('flu-ge-2024-delays.backstep.json')
    expect(fileName({ title: '日本' })).toBe('日本.backstep.json')
    expect(fileName({ title: '///' })).toBe('notebook.backstep.json')
  })
})

describe('a damaged file', () => {
  it('is refused when it is no notebook', () => {
    expect(fromFile('{')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('not JSON'),
    })
    expect(fromFile('[]')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no Backstep notebook'),
    })
    expect(fromFile('{"type":"other"}')).toMatchObject({ ok: false })
  })

  it('is only read when a newer version wrote it', () => {
    expect(damaged((file) => Object.assign(file, { version: 2 })).readOnly).toContain('newer version')
    expect(
      damaged((file) =>
        Object.assign(file, {
          version: 2,
          events: file.events.concat({ id: 'x', parent: 'e6', at: 1, type: 'dreamt' }),
        }),
      ).repairs,
    ).toHaveLength(1)
  })

  it('loses the part that is damaged, and keeps what hangs on it', () => {
    const { notebook, repairs } = damaged((file) => {
      file.events[3] = { ...file.events[3], estimatedInput: 'many' }
    })
    expect(repairs).toEqual([
      expect.stringMatching(/^Event 4 \(asked\) was left out: \$\.estimatedInput: /),
      'Attached to what is before, as what they followed on is missing: 1 event.',
    ])
    expect(pathTo(notebook, notebook.branches[0]?.head ?? '').map(({ type }) => type)).toEqual([
      'opened',
      'configured',
      'said',
      'replied',
      'cell-started',
      'cell-ended',
    ])
  })

  it('gets a beginning and a branch when it has none', () => {
    const { notebook, repairs } = damaged((file) => {
      file.events.shift()
      file.branches = [{ id: 'b' }]
    })
    expect(repairs).toHaveLength(4)
    expect(
      pathTo(notebook, notebook.branches[0]?.head ?? '')
        .map(({ type }) => type)
        .slice(0, 2),
    ).toEqual(['opened', 'configured'])
  })

  it('ends its branch earlier when the end is damaged', () => {
    const { notebook, repairs } = damaged((file) => {
      file.events[6] = { id: 'e6', parent: 'e5' }
    })
    expect(notebook.branches[0]?.head).toBe('e5')
    expect(repairs.join()).toContain('ends earlier')
  })

  it('leaves out what stands there twice or hangs on nothing', () => {
    const { notebook, repairs } = damaged((file) => {
      file.events.push({ ...file.events[2] }, { ...file.events[2], id: 'x', parent: 'nowhere' })
    })
    expect(notebook.events.size).toBe(7)
    expect(repairs).toEqual([
      expect.stringContaining('is there already'),
      'Left out, as they hang on nothing: 1 event.',
    ])
  })

  it('may stand in any order', () => {
    const { notebook, repairs } = damaged((file) => {
      file.events.reverse()
    })
    expect(repairs).toEqual([])
    expect(pathTo(notebook, notebook.branches[0]?.head ?? '')).toEqual(pathTo(story(), 'e6'))
  })

  it('always gives a notebook that can be walked, whatever is wrong with it', () => {
    const nasty = fc.oneof(
      fc.constantFrom(null, 0, '', 'e0', 'e1', 'nowhere', [], {}),
      fc.jsonValue({ maxDepth: 1 }),
    )
    const edits = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('id', 'parent', 'at', 'type', 'checkpoint', 'end', 'reply'), nasty),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(anyNotebook, edits, nasty, (notebook, changes, branches) => {
        const file = JSON.parse(toFile(notebook)) as { events: Record<string, unknown>[]; branches: unknown }
        for (const [place, key, value] of changes) {
          const event = file.events[place % file.events.length]
          if (event) event[key] = value
        }
        file.branches = branches
        const opened = fromFile(JSON.stringify(file))
        if (!opened.ok) throw new Error(opened.problem)
        for (const { head } of opened.notebook.branches) {
          const path = pathTo(opened.notebook, head)
          expect(path[0]?.parent).toBeNull()
        }
        expect(opened.notebook.branches.length).toBeGreaterThan(0)
        // A repaired file is whole.
        expect(fromFile(toFile(opened.notebook))).toMatchObject({ ok: true, repairs: [] })
      }),
    )
  })
})
