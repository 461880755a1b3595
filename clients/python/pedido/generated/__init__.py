# Made by `npm run generate` from the OpenAPI document: change nothing here.
