import { createPersonModel, type PersonModel } from '../models/person.ts'
import { cleanKey, secretsOf } from '../models/settings.ts'
import type { Model } from '../models/types.ts'
import type { ModelSetup } from '../notebook/events.ts'
import type { Settled } from './options.ts'
import type { Endpoint } from './types.ts'

const SECRET = /auth|key|token|secret|cookie|session|password|credential/i

/** Who answers now. The key of an endpoint stays here, in memory. */
export class ModelChoice {
  readonly person: PersonModel = createPersonModel()
  readonly #createModel: Settled['createModel']
  #setup: ModelSetup
  #endpoint: Endpoint | null = null
  #model: Model | null = null

  constructor(createModel: Settled['createModel'], setup: ModelSetup) {
    this.#createModel = createModel
    this.#setup = setup
  }

  get setup(): ModelSetup {
    return this.#setup
  }

  take(setup: ModelSetup): void {
    this.#setup = setup
    this.#model = null
  }

  /** Uses an endpoint; what goes into the notebook is what is not secret of it. */
  takeEndpoint(endpoint: Endpoint): void {
    this.#endpoint = endpoint
    this.take(setupOf(endpoint))
  }

  /** What must not get into any record. */
  secrets(): string[] {
    return this.#endpoint ? secretsOf(this.#endpoint, cleanKey(this.#endpoint.apiKey)) : []
  }

  model(): Model {
    if (this.#setup.kind === 'person') return this.person
    this.#model ??= this.#createModel(this.#setup, this.#endpointFor(this.#setup))
    return this.#model
  }

  /** A key goes to the server that it was given for and to no other. */
  #endpointFor(setup: ModelSetup): Endpoint | null {
    if (setup.kind !== 'chat' || !this.#endpoint) return null
    if (publicUrl(this.#endpoint.baseUrl) !== setup.baseUrl) return null
    return { ...this.#endpoint, model: setup.model }
  }
}

/** An endpoint as it may be recorded. */
function setupOf({ baseUrl, model, headers, body }: Endpoint): ModelSetup {
  return {
    kind: 'chat',
    baseUrl: publicUrl(baseUrl),
    model,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET.test(name))),
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !SECRET.test(name))),
  }
}

/** Some servers take their key in the address. */
function publicUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const url = new URL(text)
  const secrets = [...url.searchParams.keys()].filter((name) => SECRET.test(name))
  if (url.username === '' && url.password === '' && secrets.length === 0) return text
  url.username = ''
  url.password = ''
  for (const name of secrets) url.searchParams.delete(name)
  return url.href
}
