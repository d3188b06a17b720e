import { Button } from '@mantine/core'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from './Purpose.module.css'
import { wordingText } from './wording-text.ts'

/** The age from which customers consent themselves, for all purposes of the store. */
export function AgeGate() {
  const t = useWords(wordingText)
  const { formatNumber } = useFormat()
  const mayChange = useMayCall(consentWordings.setAgeGate)
  const read = useRead(consentWordings.ageGate, {})
  const write = useWrite(consentWordings.setAgeGate, { refreshes: [consents.purposes] })
  const confirm = useConfirm()
  const gate = read.data
  if (!gate) return null
  const change = async () => {
    const counts = { minors: formatNumber(gate.underAge), unknown: formatNumber(gate.birthUnknown) }
    const yes = await confirm({
      title: t.gateTitle,
      text: gate.value ? t.gateEndText(counts) : t.gateText(counts),
      yes: gate.value ? t.turnOff : t.turnOn,
    })
    if (yes) write.mutate({ body: { value: !gate.value } })
  }
  return (
    <dd className={styles.gate}>
      {gate.value ? t.gateOn : t.gateOff}
      {mayChange && (
        <Button variant="subtle" size="compact-sm" loading={write.isPending} onClick={() => void change()}>
          {gate.value ? t.turnOff : t.turnOn}
        </Button>
      )}
    </dd>
  )
}
