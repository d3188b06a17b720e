import { useEffect, useEffectEvent, useState } from 'react'
import type { NameCheck } from '../core/name-check.ts'
import { useFormat } from '../core/use-format.ts'
import { proposedName } from './source-name.ts'
import type { NameState } from './stages.ts'
import { useSourceNameCheck } from './use-source-name-check.ts'

interface SourceName {
  name: string
  state: NameState
  check: NameCheck
  setName: (name: string) => void
  /** Proposes a free name for a file, unless somebody has typed one. */
  propose: (fileName: string) => void
}

/** The name of a data source that is being made. */
export function useSourceName(first: string): SourceName {
  const { isoDate } = useFormat()
  const [name, setName] = useState(first)
  const [proposed, setProposed] = useState({ fileName: '', tries: 0, name: '' })
  const { state, check } = useSourceNameCheck(name)
  const isOurs = name !== '' && name === proposed.name
  const put = (fileName: string, tries: number) => {
    const next = proposedName(fileName, tries, isoDate(new Date().toISOString()).replaceAll('/', '-'))
    setProposed({ fileName, tries, name: next })
    setName(next)
  }
  const another = useEffectEvent(() => put(proposed.fileName, proposed.tries + 1))
  const isTaken = isOurs && state === 'taken'
  useEffect(() => {
    if (isTaken) another()
  }, [isTaken])
  return {
    name,
    state: isTaken ? 'checking' : state,
    check: isTaken ? { ...check, verdict: 'checking' } : check,
    setName,
    propose: (fileName) => {
      if (name === '' || isOurs) put(fileName, 0)
    },
  }
}
