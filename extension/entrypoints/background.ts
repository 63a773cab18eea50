import { defineBackground } from 'wxt/utils/define-background'
import { registerBadge } from '../features/badge/background.ts'
import { registerSpvSession } from '../features/gateway-session/background.ts'
import { registerNotices } from '../features/notices/background.ts'
import { registerSignIn } from '../features/sign-in/background.ts'

export default defineBackground(() => {
  const report = (error: unknown) => console.error('recipisa:', error)
  registerSignIn(report)
  registerSpvSession(report)
  registerBadge(registerNotices(report), report)
})
