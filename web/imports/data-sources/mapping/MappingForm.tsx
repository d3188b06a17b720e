import { Button } from '@mantine/core'
import { importRun } from '@ruam/contract/imports/run.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { stageTarget } from '../stages.ts'
import type { Source } from '../use-source.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { wizard } from '../wizard-text.ts'
import { MappedFile } from './MappedFile.tsx'
import { MappingBody } from './MappingBody.tsx'
import type { MappingAnswer } from './mapping-answer.ts'
import type { ActivityType } from './mapping-fields.ts'
import { useStepWords } from './step-words.ts'
import { useMappingForm } from './use-mapping-form.ts'
import { useSaveMapping } from './use-save-mapping.ts'

interface MappingFormProps {
  source: Source
  mapping: MappingAnswer
  types: readonly ActivityType[]
}

/** The mapping of a file's columns, and what else its rows bring. */
export function MappingForm({ source, mapping, types }: MappingFormProps) {
  const t = useStepWords(wizard)
  const c = useWords(common)
  const mayRun = useMayCall(importRun.dryRun)
  const form = useMappingForm({ mapping, types, keepAs: String(source.id), ...useSaveMapping(source.id, mayRun) })
  return (
    <WizardFrame
      stage="mapping"
      source={source}
      actions={
        <>
          <Button component={RouteLink} {...stageTarget('import', source.id)}>
            {c.previous}
          </Button>
          <Button variant="filled" loading={form.saving} onClick={() => void form.next()}>
            {mayRun ? t.toPreview : t.saveMapping}
          </Button>
        </>
      }
    >
      <MappingBody
        form={form}
        mapping={mapping}
        types={types}
        rows={source.file?.rowCount ?? 0}
        about={(offers) => (
          <MappedFile source={source} columns={form.shown.counts.all}>
            {offers}
          </MappedFile>
        )}
      />
    </WizardFrame>
  )
}
