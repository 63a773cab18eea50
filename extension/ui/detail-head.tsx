import type { ComponentChildren, Ref } from 'preact'
import { t } from '../locales/locale.ts'
import { Button } from './button.tsx'
import { Icon } from './icons.tsx'

type Props = {
  title: ComponentChildren
  /** The heading, for whoever moves the focus to it. */
  heading: Ref<HTMLHeadingElement>
  isNumeric?: boolean
  onBack: () => void
  /** Stands behind the heading. */
  children?: ComponentChildren
}

/** The top of a detail: the way back, and its heading. */
export function DetailHead({ title, heading, isNumeric = false, onBack, children }: Props) {
  return (
    <div class="detail-head">
      <Button look="icon" label={t('back')} onClick={onBack}>
        <Icon name="back" />
      </Button>
      <h2 ref={heading} tabIndex={-1} class={isNumeric ? 'numeric' : undefined}>
        {title}
      </h2>
      {children}
    </div>
  )
}
