import { useState } from 'react'
import { useGo } from '../core/route.tsx'
import { LoadStep } from './LoadStep.tsx'
import { NewImport } from './NewImport.tsx'
import { useSourceId } from './use-source.ts'
import { WizardStep } from './WizardStep.tsx'

/** The first step of the wizard: a new file, or how the loading of one goes. */
export function ImportStep() {
  const go = useGo()
  const id = useSourceId()
  const [created, setCreated] = useState<number>()
  if (id === undefined) {
    return (
      <NewImport
        onCreated={(made) => {
          setCreated(made)
          go({ to: 'data-source-import', search: { id: made }, replace: true })
        }}
      />
    )
  }
  return <WizardStep stage="import">{(source) => <LoadStep source={source} goesOn={created === id} />}</WizardStep>
}
