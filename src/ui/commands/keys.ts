import { useEffect, useEffectEvent } from 'react'
import { type KeyBindingMap, tinykeys } from 'tinykeys'
import { useApp } from '../state/context.tsx'
import { useViews } from '../state/views.ts'
import type { Command } from './command.ts'
import { COMMANDS } from './table.ts'
import { hasOwnKeys, isCommandMode, isField } from './targets.ts'

/** Listens for the keys of all commands. */
export function useCommandKeys(): void {
  const app = useApp()
  const { live, shown } = useViews()
  const perform = useEffectEvent((command: Command, event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !mayRun(command, event)) return
    event.preventDefault()
    void command.run({ app, live, shown })
  })
  useEffect(() => {
    const bindings: KeyBindingMap = {}
    // Several commands may share a key in different places; the first that may run does.
    for (const command of COMMANDS) {
      if (command.where === 'editor') continue
      for (const key of command.keys) {
        const before = bindings[key]
        bindings[key] = (event) => {
          before?.(event)
          perform(command, event)
        }
      }
    }
    return tinykeys(window, bindings)
  }, [])
}

function mayRun(command: Command, event: KeyboardEvent): boolean {
  const target = event.target
  if (!(target instanceof Element)) return true
  switch (command.where) {
    case 'anywhere':
      return true
    case 'outside':
      return !isField(target)
    case 'cell':
      return isCommandMode(target) && !hasOwnKeys(target)
    case 'editor':
      return false
  }
}
