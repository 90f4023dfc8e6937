/** Recognizes the names of secrets and of personal data. */

const SECRET =
  /(?:^|_)(?:pass|pw|key|auth|salt|hash|digest|otp|pin|ssn|sin|cvv|cvc|iban|bic|card|account_number|session|nonce|private|sid|csrf)(?:_|$)|passw|passphrase|pwd|secret|token|api_?key|credential|signature|cookie/;

const PERSONAL =
  /(?:^|_)(?:names?|first|last|nick|handle|login|username|surname|street|address(?:es)?|city|zip|postcode|postal_code|phone|mobile|fax|birth(?:day|date)?|dob|gender|religion|ip|lat|lon|lng|latitude|longitude|note|comment|body|message|subject|title|text|description|content|bio)(?:_|$)|e?mail|birth/;

/** Columns whose words are a program's own. Others may hold names of people, whatever they are called: owner, cn, assignee ... */
const VOCABULARY =
  /(?:^|_)(?:status|state|type|kind|role|level|mode|category|priority|visibility|locale|lang|language|currency|unit|time_?zone|tz|action|event|queue|format|provider|channel|method|phase|stage|scope|severity|plan|tier|direction|env|environment|engine|platform|policy|strategy|operation|outcome|protocol)(?:s|es)?$/;

/** Functions that get keys, passwords or connections as text. */
const SECRETIVE = /\b(?:crypt|gen_salt|hmac|digest|dblink\w*|\w*encrypt\w*|\w*decrypt\w*|pgp_\w+)\s*\(/i;

/** firstName and "first name" are first_name. */
function snake(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^\w]+/g, "_")
    .toLowerCase();
}

export function isSecret(column: string | null): boolean {
  return column !== null && SECRET.test(snake(column));
}

export function isPersonal(column: string | null): boolean {
  return column !== null && PERSONAL.test(snake(column));
}

export function isVocabulary(column: string | null): boolean {
  return column !== null && VOCABULARY.test(snake(column)) && !isSecret(column) && !isPersonal(column);
}

/** @param key of a statement's shape */
export function hasSecrets(key: string): boolean {
  return SECRETIVE.test(key.replaceAll(" (", "("));
}
