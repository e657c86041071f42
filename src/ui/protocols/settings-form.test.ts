import { describe, expect, it } from 'vitest'
import { createProtocols } from '../../agents/index.ts'
import type { Options, Setting } from '../../agents/types.ts'
import { fieldsOf, readFields } from './settings-form.ts'

const SETTINGS: readonly Setting[] = [
  { key: 'on', title: '', help: '', kind: 'switch', default: true },
  { key: 'most', title: '', help: '', kind: 'number', default: null, least: 1 },
  { key: 'name', title: '', help: '', kind: 'text', default: 'eval' },
  {
    key: 'role',
    title: '',
    help: '',
    kind: 'choice',
    default: 'a',
    choices: [
      { value: 'a', title: 'A' },
      { value: 'b', title: 'B' },
    ],
  },
  { key: 'list', title: '', help: '', kind: 'json', default: null },
]

describe('the form of a protocol', () => {
  const cases: [string, Options][] = [
    ['defaults', {}],
    ['everything', { on: false, most: 3, name: 'run', role: 'b', list: [{ id: 'x' }] }],
  ]
  it.each(cases)('gives back the options that it was given: %s', (_, options) => {
    expect(readFields(SETTINGS, fieldsOf(SETTINGS, options))).toEqual({ ok: true, options })
  })

  it('takes values of a wrong kind for the default', () => {
    const options = { on: 'yes', most: 'many', name: 5, role: 'c' }
    expect(fieldsOf(SETTINGS, options)).toEqual({ on: true, most: '', name: 'eval', role: 'a', list: '' })
  })

  it('says what is wrong, field by field', () => {
    const fields = { ...fieldsOf(SETTINGS, {}), most: '0', list: '[' }
    expect(readFields(SETTINGS, fields)).toMatchObject({
      ok: false,
      errors: {
        most: expect.stringContaining('from 1 up'),
        list: expect.stringContaining('no JSON'),
      },
    })
  })

  it('explains every setting of every protocol, each under a name of its own', () => {
    for (const { settings = [] } of createProtocols({ renderDeclarations: () => '' })) {
      expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length)
      for (const { title, help } of settings) expect([title, help]).not.toContain('')
      expect(readFields(settings, fieldsOf(settings, {}))).toEqual({ ok: true, options: {} })
    }
  })
})
