import type { Json } from '../../kernel/types.ts'
import type { ModelSetup } from '../../notebook/events.ts'
import type { Endpoint } from '../../session/types.ts'

/** The dialog's fields as they are typed. */
export interface ModelForm {
  baseUrl: string
  model: string
  apiKey: string
  /** JSON texts; nothing means none. */
  headers: string
  body: string
}

export type FieldErrors = Partial<Record<keyof ModelForm, string>>

/** Starts from what the notebook says, and from the key and the rest that this page still holds. */
export function formOf(model: ModelSetup, endpoint: Endpoint): ModelForm {
  const chat = model.kind === 'chat' ? model : endpoint
  return {
    baseUrl: chat.baseUrl,
    model: chat.model,
    // A key belongs to the address it was typed for.
    apiKey: endpoint.baseUrl === chat.baseUrl ? endpoint.apiKey : '',
    headers: jsonText(chat.headers),
    body: jsonText(chat.body),
  }
}

/** The endpoint that the fields describe, or what is wrong with which of them. */
export function readForm(
  form: ModelForm,
): { ok: true; endpoint: Endpoint } | { ok: false; errors: FieldErrors } {
  const errors: FieldErrors = {}
  if (form.baseUrl.trim() === '') errors.baseUrl = 'An address is needed, such as http://localhost:11434/v1'
  if (form.model.trim() === '') errors.model = 'A name is needed. "List" asks the server for those it has.'
  const headers = readObject(form.headers)
  const body = readObject(form.body)
  if (typeof headers === 'string') errors.headers = headers
  else {
    const wrong = Object.entries(headers).find(([, value]) => typeof value !== 'string')
    if (wrong) errors.headers = `The value of "${wrong[0]}" has to be a text in double quotes.`
  }
  if (typeof body === 'string') errors.body = body
  if (Object.keys(errors).length > 0 || typeof headers === 'string' || typeof body === 'string') {
    return { ok: false, errors }
  }
  return {
    ok: true,
    endpoint: {
      baseUrl: form.baseUrl.trim(),
      model: form.model.trim(),
      apiKey: form.apiKey.trim(),
      headers: headers as Record<string, string>,
      body,
    },
  }
}

function readObject(text: string): Record<string, Json> | string {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, Json>
    return 'This has to be a JSON object: {"name": "value"}'
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`
  }
}

function jsonText(value: Record<string, unknown>): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
}
