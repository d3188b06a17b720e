import { type Arm, arms } from '@ruam/contract/broadcasts/ab-test.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { type FormEvent, useState } from 'react'
import type { Draft } from '../use-draft.ts'
import { changeOfArm, draftOfArm, faultsOfArm } from './arms.ts'

interface ArmsOptions {
  form: { visible: readonly Fault[]; noteTyped: (event: FormEvent) => void }
  change: (parts: Partial<Draft>) => void
  seek: (path: string) => void
}

/** The text of a draft that is written now: of two texts the chosen one. */
export function useArms(draft: Draft, { form, change, seek }: ArmsOptions) {
  const [chosen, setChosen] = useState<Arm>('a')
  const arm = draft.abTest ? chosen : 'a'
  const isFaulty = (one: Arm) => faultsOfArm(form.visible, one).some(({ path }) => path.startsWith('messages'))
  return {
    arm,
    draft: draftOfArm(draft, arm),
    change: (parts: Partial<Draft>) => change(changeOfArm(draft, arm, parts)),
    form: { ...form, visible: faultsOfArm(form.visible, arm) },
    faultsOf: (faults: readonly Fault[]) => faultsOfArm(faults, arm),
    /** Leads to a field, of the second text as well. */
    seek(path: string) {
      const isOfB = path.startsWith('ab_test.messages')
      if (isOfB || path.startsWith('messages')) setChosen(isOfB ? 'b' : 'a')
      seek(isOfB ? path.replace('ab_test.', '') : path)
    },
    tabs: draft.abTest ? { arm, faulty: arms.filter(isFaulty), onChoose: setChosen } : null,
  }
}
