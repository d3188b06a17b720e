import { automations } from '@ruam/contract/automations/automations.ts'
import {
  type Icon,
  IconCake,
  IconCalendarHeart,
  IconHeart,
  IconHistory,
  IconMoodSad,
  IconStar,
  IconUserPlus,
} from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useGo } from '../../ui/route.tsx'
import { templateText } from '../template-text.ts'
import { type AutomationTemplate, automationTemplates, definitionOf } from '../templates.ts'
import styles from './AutomationList.module.css'
import { useTemplateParts } from './use-template-parts.ts'

const icons: Record<AutomationTemplate, Icon> = {
  welcome: IconUserPlus,
  birthday: IconCake,
  come_back: IconHistory,
  thank_you: IconHeart,
  first_year: IconCalendarHeart,
  points: IconStar,
  complaint: IconMoodSad,
}

interface TemplateCardsProps {
  /** Cards at most; all of them by default. */
  max?: number
  /** Names of automations, whose templates are left out. */
  names?: readonly string[]
}

/** Automations that stores begin with, each of which becomes a draft. */
export function TemplateCards({ max, names = [] }: TemplateCardsProps) {
  const t = useWords(templateText)
  const go = useGo()
  const parts = useTemplateParts()
  const create = useWrite(automations.create)
  const make = (template: AutomationTemplate) => {
    if (!parts || create.isPending) return
    create.mutate(
      { body: definitionOf(template, parts) },
      { onSuccess: ({ id }) => go({ to: 'automation', params: { automationId: id } }) },
    )
  }
  const offered = automationTemplates.filter((template) => !names.includes(t[template])).slice(0, max)
  if (offered.length === 0) return null
  return (
    <section className={styles.templates} aria-labelledby="automation-templates">
      <h2 id="automation-templates">{t.title}</h2>
      <ul>
        {offered.map((template) => {
          const CardIcon = icons[template]
          return (
            <li key={template}>
              <button type="button" aria-disabled={!parts || create.isPending} onClick={() => make(template)}>
                <CardIcon size={20} stroke={1.6} aria-hidden />
                <span>
                  <strong>{t[template]}</strong>
                  <small>{t[`${template}_line`]}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
