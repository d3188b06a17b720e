import { automationMessages } from '@ruam/contract/automations/messages.ts'
import effect from '../../broadcasts/effect/Effect.module.css'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { automationEffectText } from './effect-text.ts'

/** The messages of an automation with what became of each, a row for each step. */
export function MessageSteps({ automationId }: { automationId: number }) {
  const t = useWords(automationEffectText)
  const { data, error } = useRead(automationMessages.steps, { params: { id: automationId } })
  const heads = [t.sent, t.failed, t.skipped, t.heldOut, t.links]
  return (
    <div className={effect.groups}>
      <h2 id="automation-messages">{t.messages}</h2>
      {error && !data && <p>{error.message}</p>}
      {data?.steps.length === 0 && <p className={effect.quiet}>{t.none}</p>}
      {data && data.steps.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={effect.scroll} tabIndex={0} aria-labelledby="automation-messages">
          <table>
            <thead>
              <tr>
                <th scope="col">{t.message}</th>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.steps.map(({ step, name, accepted, unknown, failed, skipped, heldOut, links }) => (
                <tr key={step}>
                  <th scope="row">{name}</th>
                  <td>{formatNumber(accepted + unknown)}</td>
                  <td>{formatNumber(failed)}</td>
                  <td>{formatNumber(skipped)}</td>
                  <td>{formatNumber(heldOut)}</td>
                  <td>
                    <Loaded
                      of={links.length > 0 ? formatNumber(links.reduce((sum, { clicks }) => sum + clicks, 0)) : null}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}
