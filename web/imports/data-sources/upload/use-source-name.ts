import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { type NameCheck, useNameCheck } from '../../../data/name-check.ts'
import { useFormat } from '../../../data/use-format.ts'
import type { NameState } from '../stages.ts'
import { proposedName } from './source-name.ts'

interface SourceName {
  name: string
  state: NameState
  check: NameCheck
  setName: (name: string) => void
  /** True if the name was typed: it stays, whatever file is chosen. */
  typed: boolean
  /** Proposes a free name for a file, unless one was typed. */
  propose: (fileName: string) => void
}

/** The name of a data source that is being made. `first`: what there was of it when the browser was closed, and its file. */
export function useSourceName(first: { name: string; typed: boolean; fileName: string } | undefined): SourceName {
  const { isoDate } = useFormat()
  const [name, setName] = useState(first?.name ?? '')
  const [typed, setTyped] = useState(first?.typed ?? false)
  const [proposed, setProposed] = useState({ fileName: first?.fileName ?? '', tries: 0 })
  const { state, check } = useSourceNameCheck(name)
  const put = (fileName: string, tries: number) => {
    const next = proposedName(fileName, tries, isoDate(new Date().toISOString()).replaceAll('/', '-'))
    setProposed({ fileName, tries })
    setName(next)
  }
  const another = useEffectEvent(() => put(proposed.fileName, proposed.tries + 1))
  const isTaken = !typed && name !== '' && state === 'taken'
  useEffect(() => {
    if (isTaken) another()
  }, [isTaken])
  return {
    name,
    state: isTaken ? 'checking' : state,
    check: isTaken ? { ...check, verdict: 'checking' } : check,
    setName: (next) => {
      setTyped(next.trim() !== '')
      setName(next)
    },
    typed,
    propose: (fileName) => {
      if (!typed) put(fileName, 0)
    },
  }
}

/** Checks if a name is available. */
function useSourceNameCheck(typed: string): { state: NameState; check: NameCheck } {
  const valid = isName(typed)
  const check = useNameCheck(dataSources.exists, (name) => ({ query: { name } }), typed, valid)
  const { verdict } = check
  const empty = typed.trim() === ''
  return { check, state: empty ? 'empty' : !valid ? 'invalid' : verdict === 'none' ? 'free' : verdict }
}
