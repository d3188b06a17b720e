import { type FormEvent, useState } from 'react'

/** Faults as a form shows them: an empty field is one only after it was typed into, or once the person asks what is missing. */
export function useVisibleFaults<F extends { path: string; reason: string }>(faults: readonly F[]) {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState(false)
  return {
    visible: faults.filter(({ path, reason }) => all || reason !== 'missing' || typed.has(path)),
    /** For `onInput` of the form: fields are named by the path of their fault. */
    noteTyped({ target }: FormEvent) {
      const { name } = target as HTMLInputElement
      if (name && !typed.has(name)) setTyped(new Set([...typed, name]))
    },
    showAll: () => setAll(true),
    /** True once the person asked what is missing. */
    isAll: all,
  }
}
