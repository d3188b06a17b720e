import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../core/use-format.ts'
import { proposedName } from './source-name.ts'
import type { NameCheck } from './stages.ts'
import { useNameCheck } from './use-name-check.ts'

interface SourceName {
  name: string
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
  const check = useNameCheck(name)
  const isOurs = name !== '' && name === proposed.name
  const put = (fileName: string, tries: number) => {
    const next = proposedName(fileName, tries, isoDate(new Date().toISOString()).replaceAll('/', '-'))
    setProposed({ fileName, tries, name: next })
    setName(next)
  }
  const another = useEffectEvent(() => put(proposed.fileName, proposed.tries + 1))
  const isTaken = isOurs && check === 'taken'
  useEffect(() => {
    if (isTaken) another()
  }, [isTaken])
  return {
    name,
    check: isTaken ? 'checking' : check,
    setName,
    propose: (fileName) => {
      if (name === '' || isOurs) put(fileName, 0)
    },
  }
}
