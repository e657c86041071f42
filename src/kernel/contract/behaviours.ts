import type { Behaviour } from './behaviour.ts'
import { CONFORMANCE } from './conformance.ts'
import { CHAIN_CONFORMANCE } from './conformance-chains.ts'
import { LOOKING_BEHAVIOURS } from './looking.ts'
import { PORTABLE_BEHAVIOURS } from './portable.ts'
import { PORTABLE_HISTORY_BEHAVIOURS } from './portable-history.ts'
import { REPLAY_BEHAVIOURS } from './replaying.ts'
import { RESUME_BEHAVIOURS } from './resuming.ts'
import { RUN_BEHAVIOURS } from './running.ts'
import { SKILL_BEHAVIOURS } from './skills.ts'

/** What every kernel does, wherever it runs. */
export const BEHAVIOURS: Behaviour[] = [
  ...RUN_BEHAVIOURS,
  ...LOOKING_BEHAVIOURS,
  ...REPLAY_BEHAVIOURS,
  ...RESUME_BEHAVIOURS,
  ...PORTABLE_BEHAVIOURS,
  ...PORTABLE_HISTORY_BEHAVIOURS,
  ...CONFORMANCE,
  ...CHAIN_CONFORMANCE,
  ...SKILL_BEHAVIOURS,
]
