import { useSearch } from '@tanstack/react-router'
import { useGo } from '../../../ui/route.tsx'
import { freshTarget } from '../stages.ts'
import { useSourceId } from '../use-source.ts'
import { WizardStep } from '../WizardStep.tsx'
import { LoadStep } from './LoadStep.tsx'
import { NewImport } from './NewImport.tsx'

/** The first step of the wizard: a new file, or how the loading of one goes. */
export function ImportStep() {
  const go = useGo()
  const id = useSourceId()
  const { fresh, sample } = useSearch({ strict: false }) as { fresh?: string; sample?: string }
  if (id === undefined)
    return <NewImport sample={sample !== undefined} onCreated={(made) => go({ ...freshTarget(made), replace: true })} />
  return (
    <WizardStep stage="import">
      {(source) => <LoadStep key={id} source={source} fresh={fresh !== undefined} />}
    </WizardStep>
  )
}
