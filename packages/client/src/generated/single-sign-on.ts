// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { Call, Options } from '../types.ts'
import type { DeletedResponse } from './orders-3.ts'
import type { Session } from './sessions.ts'
import type { SignInProvider } from './events-4.ts'

export interface SingleSignOnResource {
  /** Read where members sign in by OpenID Connect. With the address to register there. The client’s secret is never shown. Needs the scope `members:manage`. */ readSignInProvider(options?: Options<'ifMatch' | 'consistency'>): Call<SignInProvider>
  /** Let members sign in by OpenID Connect. Send it whole; only the secret may be left out, and then stays. An account has one provider. You need to be allowed to do and see everything, because the provider says who people are. Needs the scope `members:manage`. */ setSignInProvider(body: SignInProviderInput, options?: Options<'idempotencyKey'>): Call<SignInProvider>
  /** Let nobody sign in by OpenID Connect any more. Members and their sessions stay. A member who has no password needs a link to choose one. You need to be allowed to do and see everything. Needs the scope `members:manage`. */ deleteSignInProvider(options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Begin to sign in by the account’s provider. The browser goes to the address of the answer, and comes back to a page of the console within fifteen minutes. A cookie knows it again. */ beginProviderSignIn(body: ProviderSignInStart, options?: Options): Call<ProviderSignInStarted>
  /** Sign in by what the account’s provider has answered. The page to which the provider leads back sends it. Each answer is taken once, from the browser that began. The answer sets the session in a cookie. */ signInByProvider(body: ProviderSignIn, options?: Options): Call<Session>
}

export interface SignInProviderInput {
  /** What the button to sign in says. */ name: string
  /** Of its OpenID Connect metadata, to the letter: by https at port 443 unless `WEBHOOK_ALLOW` names the host. */ issuer: string
  /** The client that this service is at the provider. */ client_id: string
  /** Its secret. Left out, the one that is kept stays; needed at first, and with another `issuer`. It is never shown. */ client_secret?: string
  /** What the provider is asked for: `openid email profile` unless given. */ scope?: string
  /** The claim that says what somebody is: `roles` unless given. A path for one in others: `realm_access.roles`. */ role_claim?: string
  /** The role of each value of the claim; of several roles the first of owner, manager, operator, seller, viewer. It follows the claim at each sign-in; a person who has no such value does not get in. Null: roles are given here alone. */ role_map?: Record<string, "owner" | "manager" | "operator" | "seller" | "viewer"> | null
  /** Somebody whom the claim gives a role becomes a member at their first sign-in. Otherwise only invited members sign in. False unless given; needs `role_map`. */ creates_members?: boolean
  /** E-mails are taken as verified where the provider does not say whether they are (Microsoft Entra ID with one tenant). False unless given. */ trusts_emails?: boolean
}

export interface ProviderSignInStart {
  /** The account whose provider it is. */ account: number
}

export interface ProviderSignInStarted {
  /** Where the browser is to go. */ url: string
}

export interface ProviderSignIn {
  /** The account whose provider it is. */ account: number
  /** What stands behind `?` in the address that the provider led the browser to. */ answer: string
}
