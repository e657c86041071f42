import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Protocol } from '../../agents/types.ts'
import type { Views } from '../../notebook/views.ts'
import { demoFor } from '../../session/demo.ts'
import type { Demo as Script, Session, SessionState } from '../../session/types.ts'
import type { Tool } from '../../tools/types.ts'
import { act } from './act.ts'
import type { Library } from './library.ts'
import type { UiState, UiStore } from './ui-store.ts'

/** What the screen is given once and for all. */
export interface App {
  session: Session
  ui: UiStore
  /** Views of the session's events: one for all who ask, so that each event is folded once. */
  views: Views
  tools: readonly Tool[]
  protocols: readonly Pick<Protocol, 'id' | 'title' | 'summary' | 'settings'>[]
  /** Demos that play without a key, at most one for each protocol. */
  demos: readonly Demo[]
  /** TypeScript that declares the tools, for completion in the editor. */
  declarations: string
  library: Library
}

/** A demo, with what there is to see in each of its cells. */
export interface Demo extends Script {
  cells: readonly string[]
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('This component stands outside of <AppContext>.')
  return app
}

/** A part of the session's state. `select` must give the same object for the same state. */
export function useSession<T>(select: (state: SessionState) => T): T {
  const { session } = useApp()
  const read = () => select(session.getState())
  return useSyncExternalStore((listener) => session.subscribe(listener), read)
}

/** The demo of the protocol that is chosen. */
export function useDemo(): Demo | null {
  const { demos } = useApp()
  const protocol = useSession((state) => state.protocol)
  return demoFor(demos, protocol)
}

export function useUi<T>(select: (state: UiState) => T): T {
  return useStore(useApp().ui, select)
}

/** Lets an action of the session run; what it refuses is shown. */
export function useAct(): (action: (session: Session) => unknown) => void {
  const { session, ui } = useApp()
  return useCallback((action) => act(ui, () => action(session)), [session, ui])
}

/** True while something is under way that can be stopped. */
export function useBusy(): boolean {
  return useSession((state) => ['asking', 'running', 'calling'].includes(state.activity.type))
}
