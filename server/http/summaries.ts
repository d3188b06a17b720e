import { features } from '@ruam/contract/endpoints.ts'
import { type Feature, titleOf } from '@ruam/contract/platform/endpoint.ts'

/** Summaries of calls in both languages by their title, as in `GET /profile`. Calls of programs have none. */
const summaries = new Map(
  Object.values<Feature>(features).flatMap((calls) =>
    Object.values(calls).map((call) => [titleOf(call), call.summary] as const),
  ),
)

/** Returns the summary of a call; undefined if a former version had it. */
export const summaryOf = (title: string) => summaries.get(title)
