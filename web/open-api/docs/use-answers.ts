import type { ExampleAnswers } from '@ruam/contract/open-api/example-answers.ts'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '../../data/preferences.ts'

/** Returns the answers of the examples in the reader's language; undefined until they are loaded. */
export function useAnswers(): ExampleAnswers | undefined {
  const { language } = usePreferences()
  const { data } = useQuery({
    queryKey: ['open-api answers', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<ExampleAnswers> =>
      language === 'th'
        ? (await import('@ruam/contract/open-api/answers/th.json')).default
        : (await import('@ruam/contract/open-api/answers/en.json')).default,
  })
  return data
}
