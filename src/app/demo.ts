import demo from '../lessons/demo/demo.json'
import type { Demo } from '../ui/state/context.tsx'

export const DEMO: Demo = { title: demo.title, messages: demo.messages, tape: demo.tape, cells: demo.cells }
