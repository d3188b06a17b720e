import { useEffect, useMemo, useState } from 'react'
import { useWords } from '../../core/text.ts'
import { useFieldText } from '../field-text.ts'
import type { Marks, marksOf } from './list-marks.tsx'
import { listText } from './list-text.ts'

/**
 * Marks what the keyword of the rows has found. Their code comes with the first search; `stale`: the rows are still those of the keyword
 * before, and keep its marks.
 */
export function useMarks(keyword: string, stale: boolean): Marks | undefined {
  const l = useWords(listText)
  const say = useFieldText()
  const [code, setCode] = useState<{ marksOf: typeof marksOf }>()
  const [answered, setAnswered] = useState(keyword)
  if (!stale && answered !== keyword) setAnswered(keyword)
  useEffect(() => {
    if (keyword !== '') void import('./list-marks.tsx').then(setCode, () => undefined)
  }, [keyword])
  return useMemo(
    () =>
      code && answered !== ''
        ? code.marksOf(answered, { say, foundIn: (field) => l.foundIn({ field }), elsewhere: l.elsewhere })
        : undefined,
    [code, answered, say, l],
  )
}
