import type { ProtocolPage } from './types.ts'

/** A page for each protocol, loaded when it is opened. */
export const PAGES: Readonly<Record<string, () => Promise<ProtocolPage>>> = {
  'deep-agents': async () => (await import('./deep-agents.ts')).PAGE,
  'code-mode': async () => (await import('./code-mode.ts')).PAGE,
  codeact: async () => (await import('./codeact.ts')).PAGE,
  react: async () => (await import('./react.ts')).PAGE,
  agentz: async () => (await import('./agentz.ts')).PAGE,
}

/** What went over the wire when the task was played, loaded when it is looked at. */
export const WIRES: Readonly<Record<string, () => Promise<{ default: unknown }>>> = {
  'deep-agents': () => import('./wire/deep-agents.json'),
  'code-mode': () => import('./wire/code-mode.json'),
  codeact: () => import('./wire/codeact.json'),
  react: () => import('./wire/react.json'),
}
