import { Button } from '@mantine/core'
import { useState } from 'react'
import { isVisibleRule } from '../../customers/rules/rule-shape.ts'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useRuleSentence } from '../../customers/rules/use-rule-sentence.ts'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { ConditionFields } from '../steps/ConditionFields.tsx'
import type { Condition } from '../steps/open-step.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'

interface ExitRowProps {
  value: Condition | null
  onChange: (value: Condition | null) => void
}

/** The condition that ends an automation early, which is set in a panel. */
export function ExitRow({ value, onChange }: ExitRowProps) {
  const t = useWords(editText)
  const [isOpen, setOpen] = useState(false)
  const sentence = useExitSentence(value)
  return (
    <>
      <span>{sentence}</span>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        {value ? t.editExit : t.addExit}
      </button>
      {isOpen && (
        <Dialog opened side title={t.exit} onClose={() => setOpen(false)}>
          <div className={styles.panel}>
            <p>{t.exitText}</p>
            <ConditionFields value={value} onChange={(next) => next && onChange(next)} />
            <FormFoot message={undefined} busy={false}>
              {value && (
                <Button
                  onClick={() => {
                    onChange(null)
                    setOpen(false)
                  }}
                >
                  {t.removeExit}
                </Button>
              )}
              <Button variant="filled" onClick={() => setOpen(false)}>
                {t.done}
              </Button>
            </FormFoot>
          </div>
        </Dialog>
      )}
    </>
  )
}

function useExitSentence(value: Condition | null): string {
  const t = useWords(editText)
  const options = useOptions()
  const { say } = useRuleSentence(options)
  if (!value) return t.exitNever
  if (value.kind === 'rule')
    return t.exitWhen({ condition: isVisibleRule(value.rule) ? say(value.rule) : t.exitHidden })
  const name = options.types.find(({ id }) => id === value.activityTypeId)?.name ?? '…'
  return t.exitWhen({ condition: t.exitDone({ name }) })
}
