import { describeChoices, describeForms } from './describe.ts'
import type { Schema } from './model.ts'
import type { Place } from './place.ts'
import { type Found, IssueSink, type Run } from './run.ts'

const MOST_FORMS = 50

interface Attempt {
  found: Found[]
  /** 0: the right kind of thing, 1: another variant's tag, 2: another kind of thing. */
  distance: 0 | 1 | 2
}

/**
 * No form of an `anyOf` or `oneOf` fits: says what is wrong with the one that was most likely meant. When none is
 * of the value's kind, names them all; when only their tags differ, names the tags.
 */
export function closestForm(
  run: Run,
  forms: readonly Schema[],
  value: unknown,
  place: Place | null,
  sink: IssueSink,
): void {
  const attempts = forms.slice(0, MOST_FORMS).map((form) => attempt(run, form, value, place))
  const [best] = attempts.toSorted((a, b) => a.distance - b.distance || a.found.length - b.found.length)
  if (best === undefined || best.distance === 2) {
    run.report(sink, place, describeForms(forms, run.definitions), value, 'type')
    return
  }
  const tag = best.distance === 1 ? commonTag(attempts) : null
  for (const issue of tag === null ? best.found : [tag]) sink.add(issue)
}

function attempt(run: Run, form: Schema, value: unknown, place: Place | null): Attempt {
  const sink = new IssueSink()
  run.check(form, value, place, sink)
  const { found } = sink
  if (found.length === 0 || found.some((issue) => issue.place === place && issue.keyword !== 'other')) {
    return { found, distance: 2 }
  }
  const tagged = found.some((issue) => issue.place?.parent === place && issue.choices?.length === 1)
  return { found, distance: tagged ? 1 : 0 }
}

/** The property by which the variants are told apart, with all its possible values. */
function commonTag(attempts: readonly Attempt[]): Found | null {
  const tags = attempts
    .filter((one) => one.distance === 1)
    .map((one) => one.found.find((issue) => issue.choices?.length === 1))
  const first = tags[0]
  if (first === undefined || tags.some((tag) => tag?.place?.key !== first.place?.key)) return null
  return { ...first, expected: describeChoices(tags.flatMap((tag) => tag?.choices ?? [])) }
}
