import type { Behaviour } from './behaviour.ts'
export const SKILL_BEHAVIOURS: Behaviour[] = []
