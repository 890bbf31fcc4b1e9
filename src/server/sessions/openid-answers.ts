import { RequestError } from '../answers/problems.ts';

/** The claims of one answer of a provider. */
export type OpenIdClaims = Readonly<Record<string, unknown>>;

/** What a provider says of a person: the name by which it knows them, and the claims of its ID token and of UserInfo. */
export interface OpenIdAnswers {
  iss: string;
  sub: string;
  /** The claims of each answer, apart: claims of two answers together say what no answer said. */
  claims: readonly OpenIdClaims[];
}

/**
 * Chooses the answer that has the most of these claims, the first of several. Throws `forbidden` if two answers disagree about a claim
 * in `compared`: nothing says which of them is right.
 */
export function chooseAnswer(
  { claims }: Pick<OpenIdAnswers, 'claims'>,
  { needed, compared }: { needed: readonly string[]; compared: readonly string[] },
): OpenIdClaims {
  for (const name of compared) {
    const said = claims.filter((answer) => isSent(answer[name])).map((answer) => normalise(name, answer[name]));
    if (new Set(said).size > 1) {
      throw new RequestError(
        'forbidden',
        `the ID token and UserInfo of your provider disagree about the claim "${name}"`,
      );
    }
  }
  const counted = claims.map((answer) => ({ answer, count: needed.filter((name) => isSent(answer[name])).length }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).answer;
}

/** Some providers send null or an empty text for a claim that they do not have (OpenID Connect Core 1.0, section 5.3.2). */
function isSent(claim: unknown): boolean {
  return claim !== undefined && claim !== null && claim !== '';
}

/** A text that is equal for equal claims. Lists of groups have no order, and addresses no case. */
function normalise(name: string, claim: unknown): string {
  if (name === 'email') return String(claim).toLowerCase();
  return JSON.stringify(
    [claim]
      .flat()
      .map((word) => JSON.stringify(word))
      .sort(),
  );
}
