import type { Options, Setting } from '../../agents/types.ts'
import type { Json } from '../../kernel/types.ts'

/** What stands in the fields, by the setting's key. */
export type Fields = Record<string, string | boolean>

export type ReadFields = { ok: true; options: Options } | { ok: false; errors: Record<string, string> }

export function fieldsOf(settings: readonly Setting[], options: Options): Fields {
  return Object.fromEntries(settings.map((setting) => [setting.key, fieldOf(setting, options[setting.key])]))
}

function fieldOf(setting: Setting, value: Json | undefined): string | boolean {
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : setting.default
    case 'choice':
      return setting.choices.find((choice) => choice.value === value)?.value ?? setting.default
    case 'number': {
      const number = typeof value === 'number' ? value : setting.default
      return number === null ? '' : String(number)
    }
    case 'text':
      return typeof value === 'string' ? value : setting.default
    case 'json':
      return value === undefined || value === null ? '' : JSON.stringify(value)
  }
}

/** The options that the fields say, without those that are as they are by default; or what is wrong, by key. */
export function readFields(settings: readonly Setting[], fields: Fields): ReadFields {
  const options: Record<string, Json> = {}
  const errors: Record<string, string> = {}
  for (const setting of settings) {
    const read = readField(setting, fields[setting.key] ?? '')
    if ('error' in read) errors[setting.key] = read.error
    else if (read.value !== setting.default) options[setting.key] = read.value
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, options }
}

function readField(setting: Setting, field: string | boolean): { value: Json } | { error: string } {
  const text = String(field).trim()
  switch (setting.kind) {
    case 'switch':
      return { value: field === true }
    case 'choice':
    case 'text':
      return { value: text }
    case 'number': {
      if (text === '') return { value: setting.default }
      const number = Number(text)
      const { least = 0 } = setting
      return Number.isInteger(number) && number >= least
        ? { value: number }
        : { error: `Write a whole number from ${least} up, or nothing for the default.` }
    }
    case 'json':
      if (text === '') return { value: null }
      try {
        return { value: JSON.parse(text) as Json }
      } catch (error) {
        return { error: `This is no JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.` }
      }
  }
}
