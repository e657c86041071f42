import { describe, expect, it } from 'vitest'
import { formOf, type ModelForm, readForm } from './model-form.ts'

const form: ModelForm = {
  baseUrl: ' http://localhost:11434/v1 ',
  model: 'm',
  apiKey: ' k ',
  headers: '{"X-A": "1"}',
  body: '{"temperature": 0}',
}

describe('readForm', () => {
  it('gives an endpoint', () => {
    expect(readForm(form)).toEqual({
      ok: true,
      endpoint: {
        baseUrl: 'http://localhost:11434/v1',
        model: 'm',
        apiKey: 'k',
        headers: { 'X-A': '1' },
        body: { temperature: 0 },
      },
    })
    expect(readForm({ ...form, headers: ' ', body: '' })).toMatchObject({
      ok: true,
      endpoint: { headers: {}, body: {} },
    })
  })

  it.each<[Partial<ModelForm>, keyof ModelForm, RegExp]>([
    [{ baseUrl: ' ' }, 'baseUrl', /address is needed/],
    [{ model: '' }, 'model', /name is needed/],
    [{ headers: '{"X-A": 1}' }, 'headers', /"X-A" has to be a text/],
    [{ headers: '[]' }, 'headers', /JSON object/],
    [{ body: '{temperature: 0}' }, 'body', /not JSON yet/],
  ])('%j is told at %s', (change, field, message) => {
    const read = readForm({ ...form, ...change })
    expect(read.ok ? {} : read.errors).toEqual({ [field]: expect.stringMatching(message) })
  })
})

it('keeps a key for its own address only', () => {
  const endpoint = { baseUrl: 'http://a', model: 'm', apiKey: 'k', headers: {}, body: {} }
  expect(formOf({ kind: 'person' }, endpoint)).toMatchObject({
    baseUrl: 'http://a',
    apiKey: 'k',
    headers: '',
  })
  const other = { kind: 'chat', baseUrl: 'http://b', model: 'n', headers: { 'X-A': '1' }, body: {} } as const
  expect(formOf(other, endpoint)).toMatchObject({
    baseUrl: 'http://b',
    apiKey: '',
    headers: '{\n  "X-A": "1"\n}',
  })
})
