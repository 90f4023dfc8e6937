import { expect, it } from "vitest";
import { settingsFields } from "../../../../src/ingest/starter/pydantic.ts";

const names = (text: string) => settingsFields(text).map(({ name }) => name);

it("reads fields in any case, each class with its own prefix", () => {
  const text = `
class DatabaseSettings(BaseSettings):
    """Of the server."""

    host: str
    port: int = 5432

    model_config = SettingsConfigDict(env_prefix="db_", extra="ignore")

    @property
    def url(self) -> str:
        name: str = "x"
        return f"postgresql+asyncpg://{self.host}"


class CacheSettings(BaseSettings):
    url: str

    class Config:
        env_prefix = "CACHE_"


class Pagination(BaseModel):
    size: int
`;
  expect(names(text)).toEqual(["DB_HOST", "DB_PORT", "CACHE_URL"]);
});

it("follows classes within a class where they have a delimiter", () => {
  const text = `
class Database(BaseModel):
    host: str
    pool: int = 5

class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="APP__",
        env_nested_delimiter="__",
    )
    db: Database
    debug: bool = False
`;
  expect(settingsFields(text)).toEqual([
    { name: "APP__DB__HOST", type: "str", isRequired: true },
    { name: "APP__DB__POOL", type: "int", isRequired: false },
    { name: "APP__DEBUG", type: "bool", isRequired: false },
  ]);
});

it("knows what a program does not start without, and names that a field gives itself", () => {
  const text = `
from pydantic import BaseSettings, Field

class Settings(BaseSettings):
    SECRET_KEY: str
    TOKEN: str = Field(..., min_length=3)
    NAME: str = Field(description="x")
    LEVEL: str = Field("info")
    URL: str = Field(default="x", env="DATABASE_URL")
    SENTRY: HttpUrl | None
    MODES: list[str] = []
`;
  expect(settingsFields(text).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ["SECRET_KEY", true],
    ["TOKEN", true],
    ["NAME", true],
    ["LEVEL", false],
    ["DATABASE_URL", false],
    ["SENTRY", false],
    ["MODES", false],
  ]);
});

it("has no name that a shell would not take, and aliases as they are looked for", () => {
  const text = `
class Odd(BaseSettings):
    model_config = {"env_prefix": "a; touch b;_"}
    host: str

class Plain(BaseSettings):
    model_config = {"env_prefix": "db_"}
    host: str
    port: int = Field(alias="db_port")
`;
  expect(names(text)).toEqual(["DB_HOST", "DB_PORT"]);
});

it.each([
  ["from pydantic_settings import BaseSettings, SettingsConfigDict", true],
  ["from shop.base import BaseSettings", true],
  ["from pydantic import AnyUrl, BaseSettings", false],
  ["from pydantic import (\n    AnyUrl,\n    BaseSettings,\n)", false],
  ["from pydantic.v1 import BaseSettings", false],
])("requires what may be None, from pydantic's second version on: %s", (imported, isRequired) => {
  const text = `${imported}

class Settings(BaseSettings):
    SENTRY: HttpUrl | None
    NAME: Optional[str]
    GIVEN: Optional[str] = None
    FIELD: str | None = Field(description="x")
    ASKED: str | None = Field(...)
`;
  expect(settingsFields(text).map((field) => field.isRequired)).toEqual([
    isRequired,
    isRequired,
    false,
    isRequired,
    true,
  ]);
});

it("does not count on an empty text where it means nothing", () => {
  const text = `
class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_ignore_empty=True)
    NAME: str | None
    OTHER: Optional[int]
    FIELD: str | None = Field(...)
`;
  expect(settingsFields(text).map(({ type }) => type)).toEqual(["str", "int", "str"]);
});
