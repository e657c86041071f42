import { parseUrl } from './endpoint.ts'

/** A known kind of server: what to fill in, and what it needs before a web page may call it. */
export interface Preset {
  id: string
  title: string
  baseUrl: string
  needsKey: boolean
  /** A model name to start with; `''` when only the server knows. */
  modelHint: string
  /** Where a key is made. */
  keyUrl?: string
  /** How it is started, for servers that run on the user's machine. */
  start?: string
  /** What to do when it refuses this page; `{origin}` stands for the page's origin. */
  corsCure: string
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    modelHint: 'gpt-5-mini',
    keyUrl: 'https://platform.openai.com/api-keys',
    corsCure:
      'OpenAI lets web pages call it, so look at what stands between: a browser extension, a proxy, or an extra header.',
  },
  {
    id: 'openrouter',
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    modelHint: 'openai/gpt-5-mini',
    keyUrl: 'https://openrouter.ai/settings/keys',
    corsCure:
      'OpenRouter lets web pages call it, so look at what stands between: a browser extension, a proxy, or an extra header.',
  },
  {
    id: 'ollama',
    title: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    modelHint: 'qwen3',
    start: 'ollama serve',
    // Pages on localhost are allowed by default; any other origin gets status 403 and no CORS header.
    corsCure: 'Set OLLAMA_ORIGINS={origin} in the environment of Ollama and start it again.',
  },
  {
    id: 'lmstudio',
    title: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    modelHint: '',
    start: 'lms server start --cors',
    corsCure:
      'Switch on "Enable CORS" in the server settings of LM Studio, or start it with: lms server start --cors',
  },
  {
    id: 'llamacpp',
    title: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    needsKey: false,
    modelHint: '',
    start: 'llama-server -m MODEL.gguf --jinja',
    corsCure:
      'llama-server lets any page call it unless it was told otherwise; start it with: --cors-origins {origin}',
  },
  {
    id: 'vllm',
    title: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    needsKey: false,
    modelHint: '',
    start: 'vllm serve MODEL --enable-auto-tool-choice --tool-call-parser PARSER',
    corsCure: 'Start vLLM with: --allowed-origins \'["{origin}"]\'',
  },
]

/** The preset that an address looks like: by host for services, by port for local servers. */
export function presetFor(url: string): Preset | null {
  const parsed = parseUrl(url)
  if (parsed === null) return null
  return (
    PRESETS.find((preset) => {
      const known = new URL(preset.baseUrl)
      return known.hostname === 'localhost' ? known.port === parsed.port : known.hostname === parsed.hostname
    }) ?? null
  )
}

const ANY_SERVER_CURE =
  'Let the server send "Access-Control-Allow-Origin: {origin}" and allow the headers Content-Type and Authorization, or put a proxy that does so in front of it.'

/** What to do when the server at `url` refuses pages from `origin`. */
export function corsCure(url: string, origin: string): string {
  return (presetFor(url)?.corsCure ?? ANY_SERVER_CURE).replaceAll('{origin}', origin)
}
