/** What the timeline is for, as long as it is empty. */
export const TEACHING =
  'Each step of the run becomes a mark here: a circle where a cell ends, a square where it waits for a tool. Go back to any of them.'
