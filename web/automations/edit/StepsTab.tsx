import type { ReactNode } from 'react'
import { type Automation, numberedSteps } from '../automation.ts'
import { Sentence } from '../Sentence.tsx'
import { useNamedSteps } from '../use-named-steps.ts'
import { useStepWords } from '../use-step-words.ts'
import { useTriggerSentence } from '../use-trigger-sentence.ts'

interface StepsTabProps {
  automation: Automation
  /** Links to the other parts, below the bar of this one. */
  tabs: ReactNode
}

/** The trigger and the steps of an automation, as sentences. */
export default function StepsTab({ automation, tabs }: StepsTabProps) {
  const trigger = useTriggerSentence()
  const { named } = useNamedSteps(automation)
  const { sentence } = useStepWords()
  return (
    <>
      {tabs}
      <p>
        <Sentence sentence={trigger(automation.trigger, automation.triggerName)} />
      </p>
      <ol>
        {numberedSteps(automation.definition.steps).map(({ step }) => (
          <li key={step.id}>
            <Sentence sentence={sentence(named(step))} />
          </li>
        ))}
      </ol>
    </>
  )
}
