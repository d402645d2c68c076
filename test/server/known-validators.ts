import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import type {
  JsonSchemaType,
  JsonSchemaValidator,
  jsonSchemaValidator,
} from '@modelcontextprotocol/sdk/validation/types.js';

const ajv = new AjvJsonSchemaValidator();
const known = new Map<string, JsonSchemaValidator<unknown>>();

/** What a client checks answers with. Every client compiles each output schema; those of one process share them. */
export const KNOWN_VALIDATORS: jsonSchemaValidator = {
  getValidator<T>(schema: JsonSchemaType) {
    const text = JSON.stringify(schema);
    const validator = known.get(text) ?? ajv.getValidator<unknown>(schema);
    known.set(text, validator);
    return validator as JsonSchemaValidator<T>;
  },
};
